"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { clearDraft } from "@/components/cart/delivery-draft";
import { createTabChannel, onEvents } from "@/components/ui/client-store";
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
    const disconnect = [
      onEvents(matchMedia(WIDE), ["change"], paint),
      onEvents(window, ["focus", "pageshow"], refreshViewer),
      onEvents(document, ["visibilitychange"], refreshViewer),
      subscribeViewer(() => {
        paint();
        showFlash();
      }),
    ];
    return () => {
      for (const undo of disconnect) undo();
    };
  }, []);

  useEffect(() => {
    // Logging out clears the delivery details that were being typed, in every tab.
    const unlisten = logouts.listen(clearDraft);
    const onSubmit = ({ target }: SubmitEvent) => {
      if (!(target as Element).matches("[data-logout]")) return;
      clearDraft();
      logouts.post("");
    };
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("submit", onSubmit);
      unlisten();
    };
  }, []);

  return null;
}
