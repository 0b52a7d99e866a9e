"use client";

import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction } from "@/lib/http/action-state";

const loadSchema = () => import("@/lib/accounts/schema").then(({ deleteAccountForm }) => deleteAccountForm);

/** Deletes the account. It asks for the password and a tick, so that nobody deletes an account by accident. */
export function DeleteForm({ action }: { action: FormAction }) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Your account could not be deleted. Please try again.",
    values: { password: "", confirm: "" },
    loadSchema,
  });
  const { error: confirmError, name: confirmName } = field("confirm");
  return (
    <form {...formProps} data-logout="" className="grid gap-4 mt-4">
      <PasswordField label="Your password" autoComplete="current-password" {...field("password")} />
      <div>
        <label className="check">
          <input
            type="checkbox"
            value="yes"
            name={confirmName}
            aria-invalid={confirmError ? true : undefined}
            aria-describedby={confirmError ? "confirm-error" : undefined}
          />
          <span>Yes, delete my account. I understand that this cannot be undone.</span>
        </label>
        {confirmError && <FieldError id="confirm-error">{confirmError}</FieldError>}
      </div>
      {message && <FormError>{message}</FormError>}
      <p>
        <Button type="submit" kind="danger" pending={pending}>
          Delete account
        </Button>
      </p>
    </form>
  );
}
