"use client";

import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { FormError } from "./form-error";
import { type FormAction, useAction } from "./use-action";
import { useCheckedForm } from "./use-checked-form";
import { useCommonPassword } from "./use-common-password";

const loadResolver = () => import("./check-account").then(({ passwordResolver }) => ({ resolver: passwordResolver }));
const LOST = "Your password could not be changed. Please try again.";

type Fields = { currentPassword: string; password: string; confirmPassword: string };

/** A new password in place of the current one. */
export function PasswordForm({ action }: { action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, LOST);
  const failure = outcome?.ok === false ? outcome : null;
  const { formProps, field, whole } = useCheckedForm<Fields>({
    loadResolver,
    values: { currentPassword: "", password: "", confirmPassword: "" },
    failure,
    send,
  });
  // In the order of the page: the first wrong one gets the focus.
  const current = field("currentPassword");
  const password = useCommonPassword(field("password"));
  return (
    <form action={formAction} {...formProps} className="grid gap-4 mt-4">
      <PasswordField label="Current password" autoComplete="current-password" {...current} />
      <PasswordField label="New password" autoComplete="new-password" {...password} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...field("confirmPassword")} />
      {whole && <FormError>{whole}</FormError>}
      <p>
        <Button type="submit" kind="outline" pending={pending}>
          Change password
        </Button>
      </p>
    </form>
  );
}
