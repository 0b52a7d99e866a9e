import type { Route } from "next";

/*
 * The queue of toasts. Anything on the client may add one; the region that shows them (toast-region.tsx, in the root
 * layout) loads its code with the first.
 */

export type ToastType = "success" | "error" | "warning" | "info";
/** Where the toast leads, beside its text. */
type ToastLink = { href: Route; text: string };
export type Toast = {
  id: number;
  type: ToastType;
  title?: string;
  message: string;
  duration: number;
  link?: ToastLink;
};
type Options = {
  title?: string;
  /** Milliseconds, 5000 when not given. */
  duration?: number;
  link?: ToastLink;
};

let queue: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  queue = next;
  for (const listener of listeners) listener();
}

function show(type: ToastType, message: string, { duration = 5000, ...rest }: Options = {}) {
  lastId += 1;
  change([...queue, { id: lastId, type, message, duration, ...rest }]);
}

/** Shows a toast at the top right for 5 s. Errors are announced at once, the rest politely. */
export const toast = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  warning: (message: string, options?: Options) => show("warning", message, options),
  info: (message: string, options?: Options) => show("info", message, options),
};

/** What the region listens to. */
export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  list: () => queue,
  remove: (id: number) => change(queue.filter((item) => item.id !== id)),
};
