"use client";

import { type ReactNode, useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type FormDialogProps = {
  title: ReactNode;
  className?: string;
  onClose: () => void;
  /** `close` asks before what was typed is lost; `saved` says that a form's input is not lost any more. */
  children: (dialog: { close: () => void; saved: (form: HTMLFormElement) => void }) => ReactNode;
};

/** A dialog with forms: it asks before it closes over what was typed and not saved. */
export function FormDialog({ title, className, onClose, children }: FormDialogProps) {
  const [unsaved] = useState(() => new Set<HTMLFormElement>());
  const [asking, setAsking] = useState(false);

  function close() {
    if ([...unsaved].some((form) => form.isConnected)) setAsking(true);
    else onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      className={className}
      onInput={(event) => {
        const { form } = event.target as HTMLInputElement;
        if (form) unsaved.add(form);
      }}
    >
      {children({ close, saved: (form) => unsaved.delete(form) })}
      {asking && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          title="Close without saving?"
          description="What you typed here has not been saved."
          cancelLabel="Keep editing"
          action={
            <Button kind="danger" onClick={onClose}>
              Discard
            </Button>
          }
        />
      )}
    </Dialog>
  );
}
