import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { LoginForm } from "@/components/account/login-form";
import { SweetBox } from "@/components/account/sweet-box";
import { currentViewer, safeNext } from "@/lib/auth/request";
import { login } from "../actions";

export const metadata: Metadata = { title: "Login", alternates: { canonical: "/login" } };

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const next = safeNext((await searchParams).next);
  const viewer = await currentViewer();
  if (viewer?.role === "admin") redirect("/admin" as Route);
  if (viewer?.role === "customer") redirect((next ?? "/") as Route);
  return (
    <div className="grid lg:grid-cols-2 lg:min-h-[46rem]">
      <SweetBox />
      <div className="grid place-items-center px-gutter py-12 lg:py-20">
        <LoginForm action={login} next={next} />
      </div>
    </div>
  );
}
