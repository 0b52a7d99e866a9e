import type { Route } from "next";
import { createListeners } from "./client-store";

/*
 * The queue of toasts. Any client code may add one. ToastRegion, in the root layout, shows them.
 */

export type ToastType = "success" | "error" | "warning" | "info";
export type Toast = {
  id: number;
  type: ToastType;
  title?: string;
  message: string;
  /** Milliseconds. */
  duration: number;
  link?: { href: Route; text: string };
  /** A button beside the text, which closes the toast. */
  action?: { text: string; onPress: () => void };
};
type Options = Partial<Pick<Toast, "title" | "duration" | "link" | "action">>;

let queue: readonly Toast[] = [];
let lastId = 0;
const listeners = createListeners();

function setQueue(next: readonly Toast[]) {
  queue = next;
  listeners.notify();
}

function show(type: ToastType, message: string, { duration = 5000, ...rest }: Options = {}) {
  lastId += 1;
  setQueue([...queue, { id: lastId, type, message, duration, ...rest }]);
}

/** A button that reloads the page, for errors that nothing else helps against. */
export const RELOAD = { text: "Reload", onPress: () => location.reload() };

/** Shows a toast at the top right. Errors interrupt a screen reader; other toasts wait for it. */
export const toast = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  warning: (message: string, options?: Options) => show("warning", message, options),
  info: (message: string, options?: Options) => show("info", message, options),
};

export const toasts = {
  subscribe: listeners.subscribe,
  list: () => queue,
  remove: (id: number) => setQueue(queue.filter((item) => item.id !== id)),
};
