"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect } from "react";

/** Registers the service worker that shows /offline, after the page has loaded. Production only. */
export function RegisterServiceWorker() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => {});
    if (document.readyState === "complete") register();
    else window.addEventListener("load", register, { once: true });
    return () => window.removeEventListener("load", register);
  }, []);
  return null;
}
