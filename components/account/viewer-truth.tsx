"use client";

import { useEffect } from "react";
import { readViewer, setViewer } from "@/components/layout/viewer";
import type { Viewer } from "@/components/layout/viewer-text";

/** Puts the header's hint right when it says somebody else than the server: a session that ended elsewhere, an expired hint. */
export function ViewerTruth({ viewer: { role, name, count } }: { viewer: Viewer }) {
  useEffect(() => {
    const hint = readViewer();
    if (hint.role === role && hint.name === name) return;
    setViewer({ role, name, count });
  }, [role, name, count]);

  return null;
}
