"use client";

import { useEffect } from "react";

let logged: string | undefined;

/** Logs the path that was not found, once (decisions §8). */
export function LogMissingPath() {
  useEffect(() => {
    if (logged === location.pathname) return;
    logged = location.pathname;
    console.info(`Page not found: ${location.pathname}`);
  }, []);
  return null;
}
