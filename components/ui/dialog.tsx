"use client";

import * as Radix from "@radix-ui/react-dialog";
import { type ComponentProps, type FormEventHandler, type ReactNode, useRef } from "react";
import { useDialogFocus } from "./dialog-focus";
import { Icon } from "./icon";

/*
 * Dialogs, which are open as long as they are rendered. Load them by `later`, because Radix is large.
 */

type FrameProps = ComponentProps<typeof Radix.Content> & { onClose: () => void; size?: DialogSize };

function DialogFrame({ onClose, size = "md", ...content }: FrameProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <div className="dialog-place">
          <Radix.Content
            className={size === "md" ? "dialog" : `dialog dialog-${size}`}
            // React passes an event of a portal on to the form that the dialog belongs to.
            onSubmit={(event) => event.stopPropagation()}
            {...content}
          />
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

type DialogSize = "sm" | "md" | "lg";

type DialogProps = {
  onClose: () => void;
  title: ReactNode;
  /** A `<div className="body">` and a `<footer>`, or a form that holds them. */
  children: ReactNode;
  /** 27, 35 or 42 rem wide. */
  size?: DialogSize;
  onInput?: FormEventHandler;
};

/**
 * A centred dialog, or a bottom sheet under 640 px. The first field has the focus at first, the focus stays inside and returns when
 * the dialog closes; Escape and the backdrop close it.
 */
export function Dialog({ title, children, ...rest }: DialogProps) {
  const returnFocus = useDialogFocus();
  return (
    <DialogFrame {...rest} {...returnFocus} aria-describedby={undefined}>
      <header>
        <Radix.Title className="text-d4">{title}</Radix.Title>
        <Radix.Close className="btn btn-icon" aria-label="Close">
          <Icon name="x" />
        </Radix.Close>
      </header>
      {children}
    </DialogFrame>
  );
}

type AlertDialogProps = {
  onClose: () => void;
  title: ReactNode;
  /** The consequence of confirming. */
  description: ReactNode;
  children?: ReactNode;
  cancelLabel?: string;
  /** The button that confirms, usually `<Button kind="danger">`. */
  action: ReactNode;
  /** The form around all of it, when more is asked for than the answer. */
  form?: (content: ReactNode) => ReactNode;
};

/** A question that must be answered: a click outside does nothing, Escape cancels, and Cancel has the focus at first. */
export function AlertDialog(props: AlertDialogProps) {
  const { onClose, title, description, children, cancelLabel = "Cancel", action, form = (content) => content } = props;
  const { onOpenAutoFocus, ...focus } = useDialogFocus();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame
      size="sm"
      role="alertdialog"
      onClose={onClose}
      onInteractOutside={(event) => event.preventDefault()}
      {...focus}
      onOpenAutoFocus={(event) => {
        onOpenAutoFocus(event);
        event.preventDefault();
        cancel.current?.focus();
      }}
    >
      {form(
        <>
          <div className="body">
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
        </>,
      )}
    </DialogFrame>
  );
}
