"use client";

import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useRef } from "react";
import { useDialogFocus } from "./dialog-focus";

type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question. */
  title: ReactNode;
  /** The consequence of confirming. */
  description: ReactNode;
  /** What else is asked for. */
  children?: ReactNode;
  cancelLabel?: string;
  /** The button that confirms, usually `<Button kind="danger">`. */
  action: ReactNode;
};

/** A question that must be answered: a click outside does nothing, Escape cancels, and Cancel has the focus at first. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  cancelLabel = "Cancel",
  action,
}: AlertDialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useDialogFocus();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <div className="dialog-place">
          <Radix.Content
            className="dialog !w-[min(100%,27rem)]"
            role="alertdialog"
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus(event);
              event.preventDefault();
              cancel.current?.focus();
            }}
          >
            <div className="body !pt-7">
              <Radix.Title className="text-d4">{title}</Radix.Title>
              <Radix.Description className="text-muted mt-2">{description}</Radix.Description>
              {children}
            </div>
            <footer>
              <Radix.Close ref={cancel} className="btn btn-outline">
                {cancelLabel}
              </Radix.Close>
              {action}
            </footer>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
