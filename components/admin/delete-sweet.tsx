"use client";

import { AlertDialog } from "@/components/ui/alert-dialog";
import { Icon } from "@/components/ui/icon";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import { type FormAction, say, useFormAction } from "./use-form-action";

type DeleteSweetProps = { sweet: AdminSweet; action: FormAction; onClose: () => void; onDeleted: () => void };

/** Asks before a sweet leaves the shop. */
export default function DeleteSweet({ sweet, action, onClose, onDeleted }: DeleteSweetProps) {
  const { pending, form } = useFormAction(action, {
    failed: () => "Failed to delete sweet",
    onDone(data) {
      say(data);
      onDeleted();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure you want to delete this sweet?"
      description={
        <span className="wrap-anywhere">{sweet.name} is taken off sale at once. Past orders stay as they are.</span>
      }
      action={
        <form {...form} className="contents">
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
