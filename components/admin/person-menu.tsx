"use client";

import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";

type PersonMenuProps = {
  name: string;
  /** What the person is for the shop: "Owner". */
  kind: string;
  children: ReactNode;
};

/** The menu of who is signed in. It closes on Escape, when the focus leaves it, and when a link of it is followed. */
export function PersonMenu({ name, kind, children }: PersonMenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function onKeyDown({ key }: KeyboardEvent) {
    if (key !== "Escape" || !isOpen) return;
    setIsOpen(false);
    opener.current?.focus();
  }

  // Also after a click beside it, since the menu itself can have the focus.
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  function onClick({ target }: MouseEvent) {
    if ((target as Element).closest("a")) setIsOpen(false);
  }

  return (
    <div role="group" aria-label="Person" className="relative" data-scripted="" {...{ onKeyDown, onBlur, onClick }}>
      <button
        ref={opener}
        type="button"
        className="btn btn-ghost max-sm:w-11 max-sm:px-0"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="user" />
        <span className="max-sm:sr-only max-w-40 truncate">{name}</span>
      </button>
      <div
        id={id}
        hidden={!isOpen}
        tabIndex={-1}
        className="absolute right-0 top-full mt-1 w-64 bg-raised border border-border-strong shadow-pop outline-none"
      >
        <p className="px-4 py-2">
          <b className="block wrap-anywhere">{name}</b>
          <span className="text-muted">{kind}</span>
        </p>
        {children}
      </div>
    </div>
  );
}
