"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Pages that are made for one person: to prefetch them costs more than it saves. */
export const PRIVATE =
  /^\/(cart|checkout|orders|account|admin|login|register|reset|invitation|forgot-password|track|search)\b/;

function hrefOf({ target }: Event): Route | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-soft]") : null;
  return link?.origin === location.origin ? ((link.pathname + link.search + link.hash) as Route) : undefined;
}

/**
 * Follows the plain links of the page (`A`) by the router, and prefetches those that are pointed at, touched or focused. One listener instead
 * of a component for each link: links are HTML, which works before this runs, without it, and when its code is lost.
 */
export function SoftLinks() {
  const router = useRouter();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onPoint = (event: Event) => {
      const href = hrefOf(event);
      // Nor those of the footer, which are touched to scroll and seldom followed.
      if (href && !PRIVATE.test(href) && !(event.target as Element).closest("footer")) router.prefetch(href);
    };
    for (const type of ["pointerover", "touchstart", "focusin"])
      addEventListener(type, onPoint, { signal, passive: true });
    // On the window and bubbling: after the listeners of the page, which may have prevented it.
    const onClick = (event: MouseEvent) => {
      const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
      const href = hrefOf(event);
      if (!href || defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      router.push(href);
    };
    addEventListener("click", onClick, { signal });
    return () => controller.abort();
  }, [router]);
  return null;
}
