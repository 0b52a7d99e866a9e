"use client";

import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CANCEL_CONSEQUENCES, cancelTexts } from "./cancel-texts";

type CancelDialogProps = { ids: readonly string[]; onDismiss: () => void; onConfirm: () => void };

/** Asks for confirmation before orders are cancelled. */
export default function CancelDialog({ ids, onDismiss, onConfirm }: CancelDialogProps) {
  const { title, confirm, dismiss } = cancelTexts(ids);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onDismiss()}
      title={title}
      description={CANCEL_CONSEQUENCES}
      cancelLabel={dismiss}
      action={
        <Button kind="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      }
    />
  );
}
