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

  return (
    <form
      {...formProps}
      className="lid w-full max-w-[34rem] p-[min(1.75rem,7vw)] lg:p-12"
      aria-labelledby="register-title"
    >
      <h1 id="register-title" className="text-d2">
        Create your account
      </h1>
      <p className="text-muted text-lg mt-2">Follow your orders and check out faster.</p>
      <div className="grid gap-5 mt-7">
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
                <Link className="link" href={next ? `/login?next=${encodeURIComponent(next)}` : "/login"}>
                  Sign in
                </Link>
              </>
            )}
          </FormError>
        )}
        <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Creating Account...">
          Create Account
        </Button>
      </div>
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
        <Link
          className="link inline-flex items-center min-h-11"
          href={next ? `/login?next=${encodeURIComponent(next)}` : "/login"}
        >
          Sign in
        </Link>
      </p>
    </form>
  );
}
