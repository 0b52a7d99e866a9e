"use client";

import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { FormError } from "./form-error";
import { type FormAction, useAction } from "./use-action";
import { useCheckedForm } from "./use-checked-form";
import { useCommonPassword } from "./use-common-password";

const loadResolver = () => import("./check-account").then(({ resetResolver }) => ({ resolver: resetResolver }));
const LOST = "Your password could not be changed. Please try again.";

/** A new password by a one-time link. */
export function ResetForm({ token, action }: { token: string; action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, LOST);
  const failure = outcome?.ok === false ? outcome : null;
  const { formProps, field, whole } = useCheckedForm<{ password: string; confirmPassword: string }>({
    loadResolver,
    values: { password: "", confirmPassword: "" },
    failure,
    send,
  });
  const password = useCommonPassword(field("password"));
  return (
    <form
      action={formAction}
      {...formProps}
      className="lid w-full max-w-[34rem] p-[min(1.75rem,7vw)] lg:p-12"
      aria-labelledby="reset-title"
    >
      <h1 id="reset-title" className="text-d2">
        New password
      </h1>
      <p className="text-muted text-lg mt-2">Choose a new password. You will be signed out everywhere.</p>
      <div className="grid gap-5 mt-7">
        <input type="hidden" name="token" value={token} />
        <PasswordField label="New password" autoComplete="new-password" {...password} />
        <PasswordField label="Confirm new password" autoComplete="new-password" {...field("confirmPassword")} />
        {whole && <FormError>{whole}</FormError>}
        <Button type="submit" size="lg" className="w-full mt-1" pending={pending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
