"use client";

import { usePathname } from "next/navigation";
import { type FocusEvent, type MouseEvent, type ReactNode, type ToggleEvent, useEffect, useRef } from "react";

/**
 * The mobile menu: a native popover, which opens without JavaScript, closes on Escape and returns the focus. With JavaScript it
 * also closes when a link is followed or the focus leaves it, so that nothing behind it has the focus.
 */
export function MenuPopover({ id, children }: { id: string; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  const pathname = usePathname();

  const close = () => menu.current?.hidePopover?.();

  // Not when it mounts: a menu that was opened before hydration stays open.
  const closedFor = useRef(pathname);
  useEffect(() => {
    if (closedFor.current === pathname) return;
    closedFor.current = pathname;
    menu.current?.hidePopover?.();
  }, [pathname]);

  function onClick(event: MouseEvent) {
    if ((event.target as Element).closest("a, [data-closes-menu]")) close();
  }

  /** Focuses the first link that is visible, because links for other viewers are hidden. */
  function focusFirst() {
    const links = menu.current?.querySelectorAll<HTMLAnchorElement>("nav a") ?? [];
    Array.from(links)
      .find((link) => link.checkVisibility())
      ?.focus();
  }

  useEffect(() => {
    // Opened before hydration, and nothing in it was reached since.
    if (menu.current?.matches(":popover-open:not(:focus-within)")) focusFirst();
  }, []);

  const onToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => newState === "open" && focusFirst();

  function onBlur(event: FocusEvent) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  }

  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="dialog"
      aria-label="Menu"
      onClick={onClick}
      onToggle={onToggle}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}
