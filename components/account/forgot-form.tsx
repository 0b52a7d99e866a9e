"use client";

import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { MessageAction } from "@/lib/http/action-state";

const loadSchema = () => import("@/lib/accounts/schema").then(({ forgotInput }) => forgotInput);

/** Asks for a link to a new password. The answer says nothing of whether the address has an account. */
export function ForgotForm({ action }: { action: MessageAction }) {
  const { formProps, field, state, message, pending } = useActionForm(action, {
    failureText: "The link could not be asked for. Please try again.",
    values: { email: "" },
    loadSchema,
  });
  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="forgot-title">
      <div role="status" className="empty:hidden">
        {state?.ok && (
          <p className="flex items-start gap-3 bg-success-soft text-success px-5 py-4 font-medium">
            <Icon name="circle-check" className="size-5 shrink-0 mt-1" />
            {state.data.message}
          </p>
        )}
      </div>
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field("email")} />
      {message && <FormError>{message}</FormError>}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Sending...">
        Send me a link
      </Button>
    </form>
  );
}
