"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { readViewer, setViewer } from "@/components/layout/viewer-store";

/** Milliseconds between two requests, and the longest pause after failures. */
const INTERVAL_MS = 5000;
const MAX_INTERVAL_MS = 60_000;

type OrderStatusRow = { id: number; status: string };

/**
 * Polls the orders while the page is visible. Requests carry the last ETag, so that an unchanged list has no body. A change
 * refreshes the page and is announced; after each failure the pause doubles.
 */
export function OrdersRefresh({ orders }: { orders: OrderStatusRow[] }) {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");
  const [isSignedOut, setIsSignedOut] = useState(false);
  const shown = useRef(orders);
  shown.current = orders;

  useEffect(() => {
    let etag: string | null = null;
    let interval = INTERVAL_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();

    function compare(now: OrderStatusRow[]) {
      const before = new Map(shown.current.map(({ id, status }) => [id, status]));
      const changed = now.filter(({ id, status }) => before.has(id) && before.get(id) !== status);
      const isNew = now[0] !== undefined && !before.has(now[0].id) && now[0].id > (shown.current[0]?.id ?? 0);
      if (changed.length > 0)
        setAnnouncement(changed.map(({ id, status }) => `Order #${id} is now ${status}.`).join(" "));
      if (changed.length > 0 || isNew) router.refresh();
    }

    async function poll() {
      try {
        const headers: HeadersInit = etag ? { "if-none-match": etag } : {};
        const response = await fetch("/api/orders", { headers, cache: "no-store", signal: controller.signal });
        if (response.status === 401) {
          setIsSignedOut(true);
          setViewer({ ...readViewer(), role: "visitor", name: undefined, count: 0 });
          return;
        }
        if (response.ok) {
          etag = response.headers.get("etag");
          compare((await response.json()) as OrderStatusRow[]);
        }
        interval = response.ok || response.status === 304 ? INTERVAL_MS : Math.min(interval * 2, MAX_INTERVAL_MS);
      } catch {
        interval = Math.min(interval * 2, MAX_INTERVAL_MS);
      }
      schedule();
    }

    function schedule() {
      clearTimeout(timer);
      if (!document.hidden && !controller.signal.aborted) timer = setTimeout(poll, interval);
    }

    schedule();
    document.addEventListener("visibilitychange", schedule);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", schedule);
    };
  }, [router]);

  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {isSignedOut && (
        <p role="alert" className="mt-4 bg-warning-soft text-warning px-4 py-3 font-medium">
          You have been signed out. Please sign in again to see your orders.{" "}
          <a className="underline underline-offset-4" href="/login?next=/orders">
            Sign in
          </a>
        </p>
      )}
    </>
  );
}
