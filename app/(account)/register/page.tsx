import type { Metadata, Route } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { FormPage } from "@/components/account/form-page";
import { OrderWithoutAccount } from "@/components/account/order-without-account";
import { RegisterForm } from "@/components/account/sign-in-forms";
import { safeNext } from "@/lib/auth/next-path";
import { currentViewer } from "@/lib/cart/request";
import { withNext } from "@/lib/links";
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
  const login = withNext("/login", next);
  return (
    <FormPage id="register-title" title="Create your account" lead="Follow your orders and check out faster.">
      <RegisterForm action={register} next={next} />
      <p className="mt-5 text-muted text-center">
        By signing up you agree to our{" "}
        <Link className="link" href="/terms">
          Terms
        </Link>{" "}
        and{" "}
        <Link className="link" href="/privacy">
          Privacy Policy
        </Link>
        .
      </p>
      <p className="mt-3 text-center">
        Already have an account?{" "}
        <Link className="link inline-flex items-center min-h-11" href={login}>
          Sign in
        </Link>
      </p>
      <OrderWithoutAccount next={next} />
    </FormPage>
  );
}
