"use client";

import { actionToasts } from "@/components/admin/action-toasts";
import { useActionForm } from "@/components/forms/use-action-form";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Icon } from "@/components/ui/icon";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";

type DeleteSweetProps = { sweet: AdminSweet; action: MessageAction; onClose: () => void; onDeleted: () => void };

/** Asks for confirmation before a sweet is deleted. */
export default function DeleteSweet({ sweet, action, onClose, onDeleted }: DeleteSweetProps) {
  const { pending, formProps } = useActionForm(action, actionToasts("Failed to delete sweet", onDeleted));
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure you want to delete this sweet?"
      description={
        <span className="wrap-anywhere">{sweet.name} is taken off sale at once. Past orders stay as they are.</span>
      }
      action={
        <form {...formProps} className="contents">
          <input type="hidden" name="id" value={sweet.id} />
          <SubmitButton kind="danger" pending={pending} pendingLabel="Deleting...">
            <Icon name="trash-2" />
            Delete
          </SubmitButton>
        </form>
      }
    />
  );
}
