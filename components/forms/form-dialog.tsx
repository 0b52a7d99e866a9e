"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { AlertDialog, Dialog } from "@/components/ui/dialog";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "size"> & {
  onClose: () => void;
  /** `close` asks for confirmation if there are unsaved changes; `markSaved` says that a form has none any more. */
  children: (dialog: { close: () => void; markSaved: (form: HTMLFormElement) => void }) => ReactNode;
};

/** A dialog with forms. It asks for confirmation before it closes with unsaved changes. */
export function FormDialog({ title, size, onClose, children }: FormDialogProps) {
  const [unsaved] = useState(() => new Set<HTMLFormElement>());
  const [isConfirming, setIsConfirming] = useState(false);

  function close() {
    if ([...unsaved].some((form) => form.isConnected)) setIsConfirming(true);
    else onClose();
  }

  return (
    <Dialog
      onClose={close}
      title={title}
      size={size}
      onInput={(event) => {
        const { form } = event.target as HTMLInputElement;
        if (form) unsaved.add(form);
      }}
    >
      {children({ close, markSaved: (form) => unsaved.delete(form) })}
      {isConfirming && (
        <AlertDialog
          onClose={() => setIsConfirming(false)}
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
