"use client";

import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CANCEL_CONSEQUENCES, cancelTexts } from "./cancel-texts";

type CancelQuestionProps = { ids: readonly string[]; onNo: () => void; onYes: () => void };

/** Asks before orders are cancelled. */
export default function CancelDialog({ ids, onNo, onYes }: CancelQuestionProps) {
  const { question, yes, no } = cancelTexts(ids);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onNo()}
      title={question}
      description={CANCEL_CONSEQUENCES}
      cancelLabel={no}
      action={
        <Button kind="danger" onClick={onYes}>
          {yes}
        </Button>
      }
    />
  );
}
