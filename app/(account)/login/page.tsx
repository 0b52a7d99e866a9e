import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { DeniedNotice } from "@/components/account/denied-notice";
import { LoginForm } from "@/components/account/login-form";
import { SweetBox } from "@/components/account/sweet-box";
import { landingOf, safeNext } from "@/lib/auth/next-path";
import { currentViewer } from "@/lib/cart/request";
import { login } from "../actions";

export const metadata: Metadata = {
  title: "Login",
  description: "Sign in to Mithaas to order sweets, follow your boxes and see what you ordered before.",
  alternates: { canonical: "/login" },
};

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { next: nextParam, denied } = await searchParams;
  const next = safeNext(nextParam);
  const viewer = await currentViewer();
  // A customer who was redirected from /admin stays here to read why, and may sign in as somebody else.
  if (viewer?.role === "admin" || (viewer?.role === "customer" && denied === undefined))
    redirect(landingOf(viewer.role, nextParam) as Route);
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 lg:min-h-[46rem]">
      <SweetBox />
      <div className="grid place-items-center content-center px-gutter py-12 lg:py-20">
        {denied !== undefined && <DeniedNotice />}
        <LoginForm action={login} next={next} />
      </div>
    </div>
  );
}
