"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { forgetDraft } from "@/components/cart/delivery-draft";
import { showFlash } from "@/components/ui/flash";
import { paintViewer, readViewer, subscribeViewer } from "./viewer";
import { checkViewer } from "./viewer-check";
import { WIDE } from "./viewer-text";

let missing: string | undefined;

/** Logs the path of a page that is not there, once (decisions §8). */
function logMissing(pathname: string) {
  if (missing === pathname || !document.querySelector("[data-missing]")) return;
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
    const timer = setTimeout(checkViewer, 200);
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
    for (const name of ["focus", "pageshow"]) window.addEventListener(name, checkViewer);
    document.addEventListener("visibilitychange", checkViewer);
    return () => {
      wide.removeEventListener("change", paint);
      for (const name of ["focus", "pageshow"]) window.removeEventListener(name, checkViewer);
      document.removeEventListener("visibilitychange", checkViewer);
      unsubscribe();
    };
  }, []);

  useEffect(() => {
    // Who logs out leaves nothing behind that was being typed, in any tab.
    const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("mithaas:logout");
    tabs?.addEventListener("message", forgetDraft);
    const onSubmit = ({ target }: SubmitEvent) => {
      if (!(target as Element).matches("[data-logout]")) return;
      forgetDraft();
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
