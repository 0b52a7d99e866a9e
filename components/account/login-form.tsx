"use client";

import Link from "next/link";
import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction } from "@/lib/http/action-state";

const loadSchema = () => import("@/lib/accounts/schema").then(({ loginInput }) => loginInput);

type LoginFormProps = {
  action: FormAction;
  /** The path on this site to go to after the login. */
  next: string | null;
};

/** Signs in with e-mail and password. */
export function LoginForm({ action, next }: LoginFormProps) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Login failed. Please check your credentials.",
    values: { email: "", password: "" },
    loadSchema,
  });

  return (
    <form {...formProps} className="w-full max-w-[26rem]" aria-labelledby="login-title">
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
        {message && <FormError>{message}</FormError>}
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
