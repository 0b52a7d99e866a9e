"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { LoginInput } from "@/lib/accounts/schema";
import { FormError } from "./form-error";
import { type FormAction, useAction } from "./use-action";
import { useCheckedForm } from "./use-checked-form";

const loadResolver = () => import("./check-login");
const LOST = "Login failed. Please check your credentials.";

type LoginFormProps = {
  action: FormAction<null>;
  /** Where to go after it, a path on this site. */
  next: string | null;
};

/** Email and password. */
export function LoginForm({ action, next }: LoginFormProps) {
  const { outcome, formAction, send, pending } = useAction(action, LOST);
  const failure = outcome?.ok === false ? outcome : null;
  const { formProps, field, whole } = useCheckedForm<LoginInput>({
    loadResolver,
    values: { email: failure?.values.email ?? "", password: "" },
    failure,
    send,
  });

  return (
    <form action={formAction} {...formProps} className="w-full max-w-[26rem]" aria-labelledby="login-title">
      <h1 id="login-title" className="text-d2">
        Welcome back
      </h1>
      <p className="text-muted text-lg mt-2">Sign in to order and to follow your orders.</p>
      <div className="grid gap-5 mt-8">
        {next && <input type="hidden" name="next" value={next} />}
        <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field("email")} />
        <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
        <Link className="link justify-self-end inline-flex items-center min-h-11 -my-3" href="/forgot-password">
          Forgot your password?
        </Link>
        {whole && <FormError>{whole}</FormError>}
        <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Signing in...">
          Sign In
        </Button>
      </div>
      <p className="mt-7 text-center">
        New to Mithaas?{" "}
        <Link
          className="link inline-flex items-center min-h-11"
          href={next ? `/register?next=${encodeURIComponent(next)}` : "/register"}
        >
          Create an account
        </Link>
      </p>
    </form>
  );
}
