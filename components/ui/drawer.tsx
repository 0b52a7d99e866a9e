"use client";

import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { useDialogFocus } from "./dialog-focus";
import { Icon } from "./icon";

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
};

/** A dialog at the right edge. Load it lazily, as Dialog. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const returnFocus = useDialogFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content className="drawer" {...returnFocus} aria-describedby={undefined}>
          <header className="flex items-center justify-between gap-2 pl-[min(1.5rem,5vw)] pr-[min(0.75rem,2vw)] min-h-[4.75rem] border-b border-border shrink-0">
            <Radix.Title className="text-d4">{title}</Radix.Title>
            <Radix.Close className="btn btn-icon" aria-label="Close">
              <Icon name="x" />
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
