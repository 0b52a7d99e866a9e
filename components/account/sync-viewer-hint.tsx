"use client";

import { useEffect } from "react";
import { markViewerFresh, paintViewer, readViewer, setViewer } from "@/components/layout/viewer-store";
import type { Viewer } from "@/components/layout/viewer-text";

// A page that was just loaded knows the cart's count; one that the router kept may know an old one.
let isLoad = true;

/** Puts the header's hint right when it says something else than the server: a session that ended elsewhere, an expired hint. */
export function SyncViewerHint({ viewer: { role, name, count } }: { viewer: Viewer }) {
  useEffect(() => {
    markViewerFresh();
    const hint = readViewer();
    const isCountKnown = isLoad;
    isLoad = false;
    const isRight = hint.role === role && hint.name === name && !(isCountKnown && hint.count !== count);
    // React has written the texts as the server knows them; which greeting has room is known here only.
    if (isRight) paintViewer(hint);
    else setViewer({ role, name, count });
  }, [role, name, count]);

  return null;
}
