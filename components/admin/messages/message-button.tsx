"use client";

import { actionToasts } from "@/components/admin/action-toasts";
import { ActionStatus } from "@/components/forms/action-status";
import { useActionForm } from "@/components/forms/use-action-form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { MessageAction } from "@/lib/http/action-state";

type MessageButtonProps = { id: number; text: string; what: string; action: MessageAction };

/** A button that does something with one message. */
export function MessageButton({ id, text, what, action }: MessageButtonProps) {
  const { posted, message, pending, formProps } = useActionForm(action, actionToasts("An error occurred"));
  return (
    <form {...formProps} className="contents">
      <input type="hidden" name="id" value={id} />
      <SubmitButton kind="ghost" pending={pending}>
        {text}
        <span className="sr-only">: {what}</span>
      </SubmitButton>
      <ActionStatus message={posted?.ok && posted.data.message} />
      {message && (
        <p role="alert" className="field-error basis-full">
          {message}
        </p>
      )}
    </form>
  );
}
