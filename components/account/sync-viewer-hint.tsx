"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import {
  isSamePerson,
  markViewerFresh,
  paintViewer,
  readViewer,
  setCachedViewer,
  setViewer,
} from "@/components/layout/viewer-store";
import type { Viewer } from "@/components/layout/viewer-text";

// A page that was just loaded is the server's truth. One from the router's memory may be of somebody who was signed in before.
let isFirstPage = true;

/** Corrects the viewer hint cookie when it differs from the server, for example after the session was ended on another device. */
export function SyncViewerHint({ viewer: { role, name, count } }: { viewer: Viewer }) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const isRefreshed = useRef(false);

  useEffect(() => {
    if (isRefreshing) return;
    const viewer = { role, name, count };
    const hint = readViewer();
    const isSame = isSamePerson(hint, viewer);
    const isLoaded = isFirstPage;
    isFirstPage = false;
    if (!isSame && !isLoaded && !isRefreshed.current) {
      // Once: when the server still says so, the hint is wrong.
      isRefreshed.current = true;
      return startRefresh(() => router.refresh());
    }
    isRefreshed.current = false;
    markViewerFresh();
    setCachedViewer(viewer);
    // React has rendered the server's texts, but only the browser knows which greeting has room.
    if (isSame && !(isLoaded && hint.count !== count)) paintViewer(hint);
    else setViewer(viewer);
  }, [role, name, count, isRefreshing, router]);

  return null;
}
