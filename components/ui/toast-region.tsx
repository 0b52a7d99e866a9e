"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { lazy, Suspense, useSyncExternalStore } from "react";
import { type Toast, toasts } from "./toast";

const Toaster = lazy(() => import("./toaster"));
const emptyList: readonly Toast[] = [];
const readOnServer = () => emptyList;
let isUsed = false;

/**
 * The live region that announces toasts. It is mounted from the start, because a live region announces only what is added later;
 * the code that shows toasts is loaded with the first one.
 */
export function ToastRegion() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list, readOnServer);
  isUsed ||= list.length > 0;
  return (
    <div aria-live="polite">
      {isUsed && (
        <Suspense>
          <Toaster list={list} />
        </Suspense>
      )}
    </div>
  );
}
