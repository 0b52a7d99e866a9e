"use client";

import Link from "next/link";
import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction } from "@/lib/http/action-state";
import { useCommonPassword } from "./use-common-password";

const loadSchema = () => import("@/lib/accounts/schema").then(({ registerForm }) => registerForm);

/** Creates an account. A common password shows a warning and is accepted. */
export function RegisterForm({ action, next }: { action: FormAction; next: string | null }) {
  const { formProps, field, failure, message, pending } = useActionForm(action, {
    failureText: "Registration failed. Please try again.",
    values: { name: "", email: "", password: "", confirmPassword: "" },
    loadSchema,
  });
  const commonPassword = useCommonPassword();
  const login = next ? (`/login?next=${encodeURIComponent(next)}` as const) : "/login";

  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="register-title">
      {next && <input type="hidden" name="next" value={next} />}
      <TextField label="Full Name" autoComplete="name" {...field("name")} />
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field("email")} />
      <PasswordField label="Password" autoComplete="new-password" {...field("password")} {...commonPassword} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...field("confirmPassword")} />
      {message && (
        <FormError>
          {message}
          {failure?.code === "email_taken" && (
            <>
              {" "}
              <Link className="link" href={login}>
                Sign in
              </Link>
            </>
          )}
        </FormError>
      )}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Creating Account...">
        Create Account
      </Button>
    </form>
  );
}
