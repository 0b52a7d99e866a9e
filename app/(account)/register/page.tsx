import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { RegisterForm } from "@/components/account/register-form";
import { safeNext } from "@/lib/auth/next-path";
import { currentViewer } from "@/lib/cart/request";
import { register } from "../actions";

export const metadata: Metadata = {
  title: "Sign up",
  description:
    "Create an account at Mithaas: a name, an e-mail address and a password, and your orders stay in one place.",
  alternates: { canonical: "/register" },
};

export default async function RegisterPage({ searchParams }: PageProps<"/register">) {
  const next = safeNext((await searchParams).next);
  const viewer = await currentViewer();
  if (viewer?.role === "admin") redirect("/admin" as Route);
  if (viewer?.role === "customer") redirect((next ?? "/home") as Route);
  return (
    <div className="grid place-items-center px-gutter py-12 lg:py-16">
      <RegisterForm action={register} next={next} />
    </div>
  );
}
