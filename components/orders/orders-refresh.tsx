"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { readViewer, setViewer } from "@/components/layout/viewer-store";

/** Milliseconds between two looks at the orders (specification §9), and at most after errors. */
const EVERY = 5000;
const AT_MOST = 60_000;

type Seen = { id: number; status: string };

/**
 * Keeps the orders fresh while the page is visible: asks by the answer's ETag, so that an unchanged list costs nothing, renders
 * anew when something changed, says aloud what did, and waits longer after each failure.
 */
export function OrdersRefresh({ orders }: { orders: Seen[] }) {
  const router = useRouter();
  const [news, setNews] = useState("");
  const [ended, setEnded] = useState(false);
  const shown = useRef(orders);
  shown.current = orders;

  useEffect(() => {
    let etag: string | null = null;
    let wait = EVERY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = new AbortController();

    function compare(now: Seen[]) {
      const before = new Map(shown.current.map(({ id, status }) => [id, status]));
      const changed = now.filter(({ id, status }) => before.has(id) && before.get(id) !== status);
      const isNew = now[0] !== undefined && !before.has(now[0].id) && now[0].id > (shown.current[0]?.id ?? 0);
      if (changed.length > 0) setNews(changed.map(({ id, status }) => `Order #${id} is now ${status}.`).join(" "));
      if (changed.length > 0 || isNew) router.refresh();
    }

    async function look() {
      try {
        const headers: HeadersInit = etag ? { "if-none-match": etag } : {};
        const response = await fetch("/api/orders", { headers, cache: "no-store", signal: stop.signal });
        if (response.status === 401) {
          setEnded(true);
          setViewer({ ...readViewer(), role: "visitor", name: undefined, count: 0 });
          return;
        }
        if (response.ok) {
          etag = response.headers.get("etag");
          compare((await response.json()) as Seen[]);
        }
        wait = response.ok || response.status === 304 ? EVERY : Math.min(wait * 2, AT_MOST);
      } catch {
        wait = Math.min(wait * 2, AT_MOST);
      }
      plan();
    }

    function plan() {
      clearTimeout(timer);
      if (!document.hidden && !stop.signal.aborted) timer = setTimeout(look, wait);
    }

    plan();
    document.addEventListener("visibilitychange", plan);
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", plan);
    };
  }, [router]);

  return (
    <>
      <p className="sr-only" role="status">
        {news}
      </p>
      {ended && (
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
