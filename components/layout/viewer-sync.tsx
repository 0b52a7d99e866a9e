"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { clearDraft } from "@/components/cart/delivery-draft";
import { showFlash } from "@/components/ui/flash";
import { refreshViewer } from "./refresh-viewer";
import { paintViewer, readViewer, subscribeViewer } from "./viewer-store";
import { WIDE } from "./viewer-text";

let missing: string | undefined;

/** Logs the path of a page that is not there, once (decisions §8). */
function logMissing(pathname: string) {
  if (missing === pathname || !document.querySelector("[data-not-found]")) return;
  missing = pathname;
  console.info(`Page not found: ${pathname}`);
}

/**
 * Keeps header and hint in step after the first paint (which the inline scripts do): on every navigation, and when the
 * hint changes here or in another tab; and asks now and then whether the hint is true. Shows the toast that a redirect left behind.
 */
export function ViewerSync() {
  const pathname = usePathname();

  useEffect(() => {
    paintViewer(readViewer());
    showFlash();
    logMissing(location.pathname);
    // After the page's own work; a page of one person's own brings the answer along.
    const timer = setTimeout(refreshViewer, 200);
    return () => clearTimeout(timer);
  }, [pathname]);

  useEffect(() => {
    const paint = () => paintViewer(readViewer());
    const wide = matchMedia(WIDE);
    wide.addEventListener("change", paint);
    const unsubscribe = subscribeViewer(() => {
      paint();
      showFlash();
    });
    for (const name of ["focus", "pageshow"]) window.addEventListener(name, refreshViewer);
    document.addEventListener("visibilitychange", refreshViewer);
    return () => {
      wide.removeEventListener("change", paint);
      for (const name of ["focus", "pageshow"]) window.removeEventListener(name, refreshViewer);
      document.removeEventListener("visibilitychange", refreshViewer);
      unsubscribe();
    };
  }, []);

  useEffect(() => {
    // Who logs out leaves nothing behind that was being typed, in any tab.
    const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("mithaas:logout");
    tabs?.addEventListener("message", clearDraft);
    const onSubmit = ({ target }: SubmitEvent) => {
      if (!(target as Element).matches("[data-logout]")) return;
      clearDraft();
      tabs?.postMessage("");
    };
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("submit", onSubmit);
      tabs?.close();
    };
  }, []);

  return null;
}
