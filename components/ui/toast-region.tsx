"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { type Toast, toasts } from "./toast";

const Toaster = lazy(() => import("./toaster"));
const none: readonly Toast[] = [];
const noneYet = () => none;
let used = false;

/** The place for toasts, empty and almost weightless until the first one. */
export function ToastRegion() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list, noneYet);
  used ||= list.length > 0;
  return used ? (
    <Suspense>
      <Toaster list={list} />
    </Suspense>
  ) : null;
}
