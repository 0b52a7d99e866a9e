import { useRef } from "react";

/** What a person types or chooses in first. */
const FIELDS = ":is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)";

/** Focuses the first field in a dialog; false when it has none. */
export function focusFirstField(dialog: Element | null | undefined): boolean {
  const field = dialog?.querySelector<HTMLElement>(FIELDS);
  field?.focus();
  return field !== null && field !== undefined;
}

/**
 * Where the focus goes when a dialog opens, and back when it closes: into its first field, where it has one (else Radix focuses
 * its first button), and then to what had it before. Radix does the latter for its own triggers only, and ours are opened from
 * elsewhere. Hand both to Radix.Content.
 */
export function useDialogFocus() {
  const from = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      from.current = document.activeElement;
      if (focusFirstField(event.currentTarget as Element)) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current instanceof HTMLElement) from.current.focus();
    },
  };
}
