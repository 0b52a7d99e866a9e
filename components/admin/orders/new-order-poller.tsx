"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { usePolling } from "@/components/admin/use-polling";
import { toast } from "@/components/ui/toast";

/** Polls for new orders while the page is visible, announces them and refreshes the page. `newest` is the newest order shown. */
export function NewOrderPoller({ newest }: { newest: number }) {
  const router = useRouter();
  const announced = useRef(0);
  const known = () => Math.max(announced.current, newest);

  usePolling(
    (signal) => fetch(`/admin/orders/news?seen=${known()}`, { signal }),
    async (response) => {
      const news = (await response.json()) as { newest: number; count: number };
      if (news.newest <= known()) return;
      toast.info(news.count === 1 ? `New order #${news.newest}` : `${news.count} new orders, up to #${news.newest}`);
      announced.current = news.newest;
      router.refresh();
    },
  );

  return null;
}
