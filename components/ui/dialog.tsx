"use client";

import * as Radix from "@radix-ui/react-dialog";
import type { FormEventHandler, ReactNode } from "react";
import { useDialogFocus } from "./dialog-focus";
import { Icon } from "./icon";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One line under the title, read aloud with it. */
  description?: ReactNode;
  /** A `<div className="body">` and a `<footer>`, or a form that holds them. */
  children: ReactNode;
  className?: string;
  /** Hears of everything that is typed in it. */
  onInput?: FormEventHandler;
};

/**
 * A dialog: centred, a bottom sheet under 640 px. Focus begins on the first field, stays inside and returns to where it came from; Escape
 * and the backdrop close it. Load it where it is opened (`lazy(() => import(…))`), because Radix is not small.
 */
export function Dialog({ open, onOpenChange, title, description, children, className = "", onInput }: DialogProps) {
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
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <header>
              <div>
                <Radix.Title className="text-d4">{title}</Radix.Title>
                {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
              </div>
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
