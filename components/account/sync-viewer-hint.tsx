"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import {
  logouts,
  markViewerFresh,
  paintViewer,
  readViewer,
  setViewer,
  subscribeViewer,
} from "@/components/layout/viewer-store";
import type { Viewer } from "@/components/layout/viewer-text";

// The cart count is current in a page that was just loaded. In one from the router's cache it may be outdated.
let isFirstPage = true;

/**
 * Corrects the viewer hint cookie when it differs from the server, for example after the session was ended on another device. When somebody
 * else signs in or logs out in another tab, the page comes anew. A session that only ended leaves what is typed: its person may come back.
 */
export function SyncViewerHint({ viewer: { role, name, count } }: { viewer: Viewer }) {
  const router = useRouter();

  useEffect(() => {
    markViewerFresh();
    const hint = readViewer();
    const isCountCurrent = isFirstPage;
    isFirstPage = false;
    const isCurrent = hint.role === role && hint.name === name && !(isCountCurrent && hint.count !== count);
    // React has rendered the server's texts, but only the browser knows which greeting has room.
    if (isCurrent) paintViewer(hint);
    else setViewer({ role, name, count });
  }, [role, name, count]);

  useEffect(() => {
    let isLoggedOut = false;
    const controller = new AbortController();
    logouts.listen(() => {
      isLoggedOut = true;
    }, controller.signal);
    const unsubscribe = subscribeViewer(() => {
      const hint = readViewer();
      const isSame = hint.role === role && hint.name === name;
      if (!isSame && (hint.role !== "visitor" || isLoggedOut)) router.refresh();
    });
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, [role, name]);

  return null;
}
