import { useLayoutEffect, useRef } from "react";

const FIELDS = ":is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)";

/** Focuses the first field in a dialog. False when it has none. */
export function focusFirstField(dialog: Element | null | undefined): boolean {
  const field = dialog?.querySelector<HTMLElement>(FIELDS);
  field?.focus();
  return field !== null && field !== undefined;
}

const isToast = (target: EventTarget | null) => target instanceof Element && target.closest(".toast-region") !== null;

/**
 * Props for Radix.Content that focus the first field when a dialog opens (without a field, Radix focuses the first button) and give
 * the focus back when it closes. Radix returns it to its own Trigger only, and these dialogs have none. Escape in a toast is the toast's.
 */
export function useDialogFocus() {
  const previous = useRef<Element | null>(null);
  // Radix keeps the focus inside by listeners of the document, which it adds after these. They do not see a move to a toast, by F8 or a
  // press, and bring the focus back when it goes on from there.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const skip = (event: FocusEvent, to: EventTarget | null) => isToast(to) && event.stopImmediatePropagation();
    document.addEventListener("focusin", (event) => skip(event, event.target), controller);
    document.addEventListener("focusout", (event) => skip(event, event.relatedTarget), controller);
    return () => controller.abort();
  }, []);
  return {
    onOpenAutoFocus: (event: Event) => {
      previous.current = document.activeElement;
      if (focusFirstField(event.currentTarget as Element)) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (previous.current instanceof HTMLElement) previous.current.focus();
    },
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (isToast(event.target)) event.preventDefault();
    },
  };
}
