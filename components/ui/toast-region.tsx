"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { type Toast, toasts } from "./toast";

const Toaster = lazy(() => import("./toaster"));
const none: readonly Toast[] = [];
const noneYet = () => none;
let used = false;

/**
 * The place for toasts, empty and almost weightless until the first one. It is the live region that announces them: there from
 * the start, since a region speaks only of what comes into it later.
 */
export function ToastRegion() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list, noneYet);
  used ||= list.length > 0;
  return (
    <div aria-live="polite">
      {used && (
        <Suspense>
          <Toaster list={list} />
        </Suspense>
      )}
    </div>
  );
}
