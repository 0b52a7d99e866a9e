"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { clearDraft } from "@/components/checkout/delivery-draft";
import { createTabChannel } from "@/components/ui/client-store";
import { showFlash } from "@/components/ui/flash";
import { paintViewer, readViewer, refreshViewer, subscribeViewer } from "./viewer-store";
import { WIDE } from "./viewer-text";

const logouts = createTabChannel<"">("mithaas:logout");
let lastNotFound: string | undefined;

/** Logs the path of a page that was not found, once for each path. */
function logNotFound(pathname: string) {
  if (lastNotFound === pathname || !document.querySelector("[data-not-found]")) return;
  lastNotFound = pathname;
  console.info(`Page not found: ${pathname}`);
}

/**
 * Keeps the header in line with the viewer's hint after the first paint, which the inline scripts do: on every navigation and when
 * the hint changes in this tab or another. Also confirms the hint with the server, and shows the toast that a redirect set.
 */
export function ViewerSync() {
  const pathname = usePathname();

  useEffect(() => {
    paintViewer(readViewer());
    showFlash();
    logNotFound(location.pathname);
    // Delayed, because the page's own requests come first, and because a private page confirms the hint itself (SyncViewerHint).
    const timer = setTimeout(refreshViewer, 200);
    return () => clearTimeout(timer);
  }, [pathname]);

  useEffect(() => {
    const paint = () => paintViewer(readViewer());
    const controller = new AbortController();
    const { signal } = controller;
    matchMedia(WIDE).addEventListener("change", paint, { signal });
    for (const event of ["focus", "pageshow"]) window.addEventListener(event, refreshViewer, { signal });
    document.addEventListener("visibilitychange", refreshViewer, { signal });
    const unsubscribe = subscribeViewer(() => {
      paint();
      showFlash();
    });
    // Logging out clears the delivery details that were being typed, in every tab.
    logouts.listen(clearDraft, signal);
    const onSubmit = ({ target }: SubmitEvent) => {
      if (!(target as Element).matches("[data-logout]")) return;
      clearDraft();
      logouts.post("");
    };
    document.addEventListener("submit", onSubmit, { signal });
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, []);

  return null;
}
