"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { readCookie } from "@/components/ui/client-store";
import { type ToastType, toast } from "@/components/ui/toast";
import { clearDraft, dropOldDraft } from "./delivery-draft";
import { followTheme } from "./theme";
import {
  isCachedViewer,
  logouts,
  paintViewer,
  readViewer,
  refreshViewer,
  setCachedViewer,
  subscribeViewer,
} from "./viewer-store";
import { WIDE } from "./viewer-text";

/** Milliseconds in which a sign-in in this tab has led to its page. */
const LANDING_MS = 1_000;
/** Milliseconds in which a logout that another tab has announced is done. It may have failed. */
const LOGOUT_MS = 10_000;
const flashCookie = "mithaas_flash";

let lastNotFound: string | undefined;
let logoutAnnouncedAt = Number.NEGATIVE_INFINITY;

function logNotFound(pathname: string) {
  if (lastNotFound === pathname || !document.querySelector("[data-not-found]")) return;
  lastNotFound = pathname;
  console.info(`Page not found: ${pathname}`);
}

/** Shows the toast that the server set in the cookie `mithaas_flash` (JSON `{type, message}`) before a redirect, and deletes the cookie. */
export function showFlash(): void {
  const text = readCookie(flashCookie);
  if (!text) return;
  document.cookie = `${flashCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  try {
    const { type, message } = JSON.parse(text);
    if (Object.hasOwn(toast, type) && typeof message === "string" && message) toast[type as ToastType](message);
  } catch {
    // Not a cookie that the shop has set.
  }
}

/**
 * Keeps the header in line with the viewer's hint after the first paint, which the inline scripts do: on every navigation and when
 * the hint changes in this tab or another. Also confirms the hint with the server, and shows the toast that a redirect set.
 *
 * When somebody else signs in or logs out in another tab, the page comes anew, and the router forgets the pages of the person before. A
 * session that only ended leaves what is typed: its person may come back.
 */
export function ViewerSync() {
  const pathname = usePathname();
  const router = useRouter();

  useEffect(() => {
    paintViewer(readViewer());
    dropOldDraft();
    showFlash();
    logNotFound(location.pathname);
    // Delayed, because the page's own requests come first, and because a private page confirms the hint itself (SyncViewerHint).
    const timer = setTimeout(refreshViewer, 200);
    return () => clearTimeout(timer);
  }, [pathname]);

  useEffect(() => {
    // A sign-in in this tab leads to another page, and its action has emptied the router's memory.
    setCachedViewer(readViewer());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshForOthers = () => {
      if (isCachedViewer(readViewer())) return;
      setCachedViewer(readViewer());
      router.refresh();
    };
    const onViewer = () => {
      const isLogout = performance.now() - logoutAnnouncedAt < LOGOUT_MS;
      if (isCachedViewer(readViewer()) || (readViewer().role === "visitor" && !isLogout)) return;
      clearTimeout(timer);
      timer = setTimeout(refreshForOthers, LANDING_MS);
    };
    const controller = new AbortController();
    logouts.listen(() => {
      logoutAnnouncedAt = performance.now();
      // The cookie may have changed before the message came.
      onViewer();
    }, controller.signal);
    const unsubscribe = subscribeViewer(onViewer);
    return () => {
      clearTimeout(timer);
      controller.abort();
      unsubscribe();
    };
  }, [pathname, router]);

  useEffect(() => {
    const paint = () => paintViewer(readViewer());
    const controller = new AbortController();
    const { signal } = controller;
    followTheme(signal);
    paint();
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
    // On the window and in its capture phase, so that it is called for a form that the browser posts by itself, too.
    window.addEventListener("submit", onSubmit, { capture: true, signal });
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, []);

  return null;
}
