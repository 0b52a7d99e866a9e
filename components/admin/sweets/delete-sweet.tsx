"use client";

import { ButtonForm } from "@/components/admin/button-form";
import { AlertDialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";

type DeleteSweetProps = { sweet: AdminSweet; action: MessageAction; onClose: () => void; onDeleted: () => void };

/** Asks for confirmation before a sweet is deleted. */
export default function DeleteSweet({ sweet, action, onClose, onDeleted }: DeleteSweetProps) {
  return (
    <AlertDialog
      onClose={onClose}
      title="Are you sure you want to delete this sweet?"
      description={
        <span className="wrap-anywhere">{sweet.name} is taken off sale at once. Past orders stay as they are.</span>
      }
      action={
        <ButtonForm
          action={action}
          fields={{ id: sweet.id }}
          failed="Failed to delete sweet"
          onDone={onDeleted}
          kind="danger"
          pendingLabel="Deleting..."
        >
          <Icon name="trash-2" />
          Delete
        </ButtonForm>
      }
    />
  );
}
