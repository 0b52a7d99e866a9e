"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";

/** Milliseconds between two requests. */
const INTERVAL_MS = 10_000;

/** Polls for new orders while the page is visible, announces them and refreshes the page. `newest` is the newest order shown. */
export function NewOrderPoller({ newest }: { newest: number }) {
  const router = useRouter();
  const known = useRef(newest);

  useEffect(() => {
    known.current = Math.max(known.current, newest);
  }, [newest]);

  useEffect(() => {
    let stopped = false;

    async function poll() {
      if (stopped || document.visibilityState !== "visible") return;
      try {
        const response = await fetch(`/admin/orders/news?seen=${known.current}`, {
          headers: { accept: "application/json" },
        });
        // The session has ended: further requests would only fill the console with errors.
        if (response.status === 401 || response.status === 403) stopped = true;
        if (!response.ok || stopped) return;
        const news = (await response.json()) as { newest: number; count: number };
        if (news.newest <= known.current) return;
        toast.info(news.count === 1 ? `New order #${news.newest}` : `${news.count} new orders, up to #${news.newest}`);
        known.current = news.newest;
        router.refresh();
      } catch {
        // The connection was lost for a moment; the next request will do.
      }
    }

    const timer = setInterval(poll, INTERVAL_MS);
    document.addEventListener("visibilitychange", poll);
    return () => {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [router]);

  return null;
}
