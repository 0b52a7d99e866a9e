"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { FormError } from "./form-error";
import { type FormAction, useAction } from "./use-action";
import { useCheckedForm } from "./use-checked-form";
import { useCommonPassword } from "./use-common-password";

const loadResolver = () => import("./check-register");
const LOST = "Registration failed. Please try again.";

type Fields = { name: string; email: string; password: string; confirmPassword: string };

/** Name, email and password twice. Common passwords are warned of and accepted. */
export function RegisterForm({ action, next }: { action: FormAction<null>; next: string | null }) {
  const { outcome, formAction, send, pending } = useAction(action, LOST);
  const failure = outcome?.ok === false ? outcome : null;
  const { formProps, field, whole } = useCheckedForm<Fields>({
    loadResolver,
    values: {
      name: failure?.values.name ?? "",
      email: failure?.values.email ?? "",
      password: "",
      confirmPassword: "",
    },
    failure,
    send,
  });
  // In the order of the page: the first wrong one gets the focus.
  const [name, email] = [field("name"), field("email")];
  const password = useCommonPassword(field("password"));

  return (
    <form
      action={formAction}
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
        <TextField label="Full Name" autoComplete="name" {...name} />
        <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...email} />
        <PasswordField label="Password" autoComplete="new-password" {...password} />
        <PasswordField label="Confirm Password" autoComplete="new-password" {...field("confirmPassword")} />
        {whole && (
          <FormError>
            {whole}
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
