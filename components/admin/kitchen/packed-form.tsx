"use client";

import { actionToasts } from "@/components/admin/action-toasts";
import { FormOutcome } from "@/components/forms/form-outcome";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import type { PackedOutcome } from "@/lib/kitchen/commands";

export type PackedAction = FormAction<PackedOutcome[]>;

/** The message when an order could not be marked. */
export const FAILED_TO_MARK = "Failed to update order";

/**
 * Marks one order as packed. The button stays where it is afterwards and does nothing then, so that a second tap takes nothing back and
 * the focus is not lost; 'Take back' stands elsewhere and belongs to this form too.
 */
export function PackedForm({ id, packed, action }: { id: number; packed: boolean; action: PackedAction }) {
  const { posted, message, pending, formProps } = useActionForm(action, {
    ...actionToasts(FAILED_TO_MARK),
    onSuccess: (outcomes) => toast.success(outcomes[0]?.message ?? ""),
  });
  return (
    <>
      <form {...formProps} id={`packed-${id}`}>
        <input type="hidden" name="ids" value={id} />
        <Button
          type={packed ? "button" : "submit"}
          name="packed"
          value="yes"
          className="packed-button"
          pending={pending}
          aria-disabled={packed || pending || undefined}
          aria-label={packed ? `Order #${id} is packed` : `Packed: order #${id}`}
        >
          <Icon name="check" />
          Packed
        </Button>
      </form>
      <FormOutcome done={posted?.ok && posted.data[0]?.message} message={message} />
    </>
  );
}
