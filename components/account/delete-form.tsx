"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { PasswordField } from "@/components/ui/password-field";
import { FormError } from "./form-error";
import { type FormAction, useAction } from "./use-action";
import { useCheckedForm } from "./use-checked-form";

const loadResolver = () => import("./check-account").then(({ deletionResolver }) => ({ resolver: deletionResolver }));
const LOST = "Your account could not be deleted. Please try again.";

/** Deletion, with the password and a tick, so that nobody does it by accident. */
export function DeleteForm({ action }: { action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, LOST);
  const failure = outcome?.ok === false ? outcome : null;
  const { formProps, field, whole } = useCheckedForm<{ password: string; confirm: "yes" }>({
    loadResolver,
    values: { password: "", confirm: "yes" },
    failure,
    send,
  });
  const { error: notTicked, defaultValue: _, ...confirm } = field("confirm");
  return (
    <form action={formAction} {...formProps} data-logout="" className="grid gap-4 mt-4">
      <PasswordField label="Your password" autoComplete="current-password" {...field("password")} />
      <div>
        <label className="check">
          <input
            type="checkbox"
            value="yes"
            {...confirm}
            aria-invalid={notTicked ? true : undefined}
            aria-describedby={notTicked ? "confirm-error" : undefined}
          />
          <span>Yes, delete my account. I understand that this cannot be undone.</span>
        </label>
        {notTicked && (
          <p id="confirm-error" className="field-error">
            <Icon name="circle-alert" />
            {notTicked}
          </p>
        )}
      </div>
      {whole && <FormError>{whole}</FormError>}
      <p>
        <Button type="submit" kind="danger" pending={pending}>
          Delete account
        </Button>
      </p>
    </form>
  );
}
