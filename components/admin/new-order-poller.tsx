"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";

/** Milliseconds between two looks for new orders. */
const EVERY = 10_000;

/** Shows new orders by themselves, and announces them, while the page is in view. `newest`: the newest order on screen. */
export function NewOrderPoller({ newest }: { newest: number }) {
  const router = useRouter();
  const known = useRef(newest);

  useEffect(() => {
    known.current = Math.max(known.current, newest);
  }, [newest]);

  useEffect(() => {
    let stopped = false;

    async function look() {
      if (stopped || document.visibilityState !== "visible") return;
      try {
        const response = await fetch(`/admin/orders/news?seen=${known.current}`, {
          headers: { accept: "application/json" },
        });
        // Signed out meanwhile: asking on would only fill the console.
        if (response.status === 401 || response.status === 403) stopped = true;
        if (!response.ok || stopped) return;
        const news = (await response.json()) as { newest: number; count: number };
        if (news.newest <= known.current) return;
        toast.info(news.count === 1 ? `New order #${news.newest}` : `${news.count} new orders, up to #${news.newest}`);
        known.current = news.newest;
        router.refresh();
      } catch {
        // away for a moment: the next look tells
      }
    }

    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [router]);

  return null;
}
