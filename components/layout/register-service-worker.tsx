"use client";

import { useEffect } from "react";

/** Milliseconds in which a page that has loaded becomes usable: the worker loads files of its own. */
const REST_MS = 1000;

/** Registers the service worker that shows /offline, after the page has loaded. Production only. */
export function RegisterServiceWorker() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    const register = () => setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => {}), REST_MS);
    if (document.readyState === "complete") register();
    else window.addEventListener("load", register, { once: true });
  }, []);
  return null;
}
