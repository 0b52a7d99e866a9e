import { useRef } from "react";

/**
 * Gives the focus back to what had it when a dialog opened. Radix does so for its own triggers only, and ours are opened from
 * elsewhere. Hand both to Radix.Content.
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      from.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current instanceof HTMLElement) from.current.focus();
    },
  };
}
