"use client";

import type { ComponentProps } from "react";
import { actionToasts } from "@/components/admin/action-toasts";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import type { MessageAction } from "@/lib/http/action-state";

type ButtonFormProps = ComponentProps<typeof Button> & {
  action: MessageAction;
  /** What the button sends. */
  fields: Record<string, string | number>;
  /** The title of the toast when it fails. */
  failed?: string;
  onDone?: () => void;
};

/** A form that is only a button. It says its outcome as a toast, or without JavaScript beside the button. */
export function ButtonForm({ action, fields, failed = "An error occurred", onDone, ...button }: ButtonFormProps) {
  const { posted, message, pending, formProps } = useActionForm(action, actionToasts(failed, onDone));
  return (
    <form {...formProps} className="contents">
      <MadeFor />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" kind="ghost" pending={pending} {...button} />
      <FormOutcome done={posted?.ok && posted.data?.message} message={message} />
    </form>
  );
}
