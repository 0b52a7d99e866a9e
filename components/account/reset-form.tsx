"use client";

import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction } from "@/lib/http/action-state";
import { useCommonPassword } from "./use-common-password";

const loadSchema = () => import("@/lib/accounts/schema").then(({ resetForm }) => resetForm);

/** Sets a new password with the token of a one-time link. */
export function ResetForm({ token, action }: { token: string; action: FormAction }) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Your password could not be changed. Please try again.",
    values: { password: "", confirmPassword: "" },
    loadSchema,
  });
  const commonPassword = useCommonPassword();
  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="reset-title">
      <input type="hidden" name="token" value={token} />
      <PasswordField label="New password" autoComplete="new-password" {...field("password")} {...commonPassword} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...field("confirmPassword")} />
      {message && <FormError>{message}</FormError>}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending}>
        Change password
      </Button>
    </form>
  );
}
