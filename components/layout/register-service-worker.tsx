"use client";

import { useEffect } from "react";

/** Registers the service worker that shows /offline, after the page has loaded. Production only. */
export function RegisterServiceWorker() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    const register = () => setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => {}), 1000);
    if (document.readyState === "complete") register();
    else window.addEventListener("load", register, { once: true });
    return () => window.removeEventListener("load", register);
  }, []);
  return null;
}
