"use client";

import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction } from "@/lib/http/action-state";
import { useCommonPassword } from "./use-common-password";

const loadSchema = () => import("@/lib/accounts/schema").then(({ passwordForm }) => passwordForm);

/** Changes the password; the current one is asked for. */
export function PasswordForm({ action }: { action: FormAction }) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Your password could not be changed. Please try again.",
    values: { currentPassword: "", password: "", confirmPassword: "" },
    loadSchema,
  });
  const commonPassword = useCommonPassword();
  return (
    <form {...formProps} className="grid gap-4 mt-4">
      <PasswordField label="Current password" autoComplete="current-password" {...field("currentPassword")} />
      <PasswordField label="New password" autoComplete="new-password" {...field("password")} {...commonPassword} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...field("confirmPassword")} />
      {message && <FormError>{message}</FormError>}
      <p>
        <Button type="submit" kind="outline" pending={pending}>
          Change password
        </Button>
      </p>
    </form>
  );
}
