"use client";

import { useEffect } from "react";
import { markViewerFresh, paintViewer, readViewer, setViewer } from "@/components/layout/viewer-store";
import type { Viewer } from "@/components/layout/viewer-text";

// The cart count is current in a page that was just loaded. In one from the router's cache it may be outdated.
let isFirstPage = true;

/** Corrects the viewer hint cookie when it differs from the server, for example after the session was ended on another device. */
export function SyncViewerHint({ viewer: { role, name, count } }: { viewer: Viewer }) {
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

  return null;
}
