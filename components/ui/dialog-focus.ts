import { useRef } from "react";

const FIELDS = ":is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)";

/** Focuses the first field in a dialog. False when it has none. */
export function focusFirstField(dialog: Element | null | undefined): boolean {
  const field = dialog?.querySelector<HTMLElement>(FIELDS);
  field?.focus();
  return field !== null && field !== undefined;
}

/**
 * Props for Radix.Content that focus the first field when a dialog opens (without a field, Radix focuses the first button) and give
 * the focus back when it closes. Radix returns it to its own Trigger only, and these dialogs have none.
 */
export function useDialogFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      previous.current = document.activeElement;
      if (focusFirstField(event.currentTarget as Element)) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (previous.current instanceof HTMLElement) previous.current.focus();
    },
  };
}
