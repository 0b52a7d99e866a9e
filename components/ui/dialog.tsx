"use client";

import * as Radix from "@radix-ui/react-dialog";
import type { FormEventHandler, ReactNode } from "react";
import { useDialogFocus } from "./dialog-focus";
import { Icon } from "./icon";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** A `<div className="body">` and a `<footer>`, or a form that holds them. */
  children: ReactNode;
  className?: string;
  /** Called for every input inside the dialog. */
  onInput?: FormEventHandler;
};

/**
 * A centred dialog, or a bottom sheet under 640 px. The first field has the focus at first, the focus stays inside and returns when
 * the dialog closes; Escape and the backdrop close it. Load it lazily (`lazy(() => import(…))`), because Radix is large.
 */
export function Dialog({ open, onOpenChange, title, children, className = "", onInput }: DialogProps) {
  const returnFocus = useDialogFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <div className="dialog-place">
          <Radix.Content
            className={`dialog ${className}`}
            onInput={onInput}
            {...returnFocus}
            aria-describedby={undefined}
          >
            <header>
              <Radix.Title className="text-d4">{title}</Radix.Title>
              <Radix.Close className="btn btn-icon" aria-label="Close">
                <Icon name="x" />
              </Radix.Close>
            </header>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
