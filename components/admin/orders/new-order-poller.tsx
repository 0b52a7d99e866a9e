"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { usePolling } from "@/components/admin/use-polling";
import { toast } from "@/components/ui/toast";

type NewOrderPollerProps = {
  /** The newest order shown. */
  newest: number;
  /** Where rows have buttons: new orders come when this is pressed. Another `newest` then needs another key. */
  onShow?: () => void;
};

/** Polls for new orders while the page is visible and announces them. It refreshes the page, or says how many there are to be shown. */
export function NewOrderPoller({ newest, onShow }: NewOrderPollerProps) {
  const router = useRouter();
  const announced = useRef(0);
  const [waiting, setWaiting] = useState(0);
  const known = () => Math.max(announced.current, newest);

  usePolling(
    (signal) => fetch(`/admin/orders/news?seen=${known()}`, { signal }),
    async (response) => {
      const news = (await response.json()) as { newest: number; count: number };
      if (news.newest <= known()) return;
      announced.current = news.newest;
      if (onShow) return setWaiting((count) => count + news.count);
      toast.info(news.count === 1 ? `New order #${news.newest}` : `${news.count} new orders, up to #${news.newest}`);
      router.refresh();
    },
  );

  if (!onShow) return null;
  return (
    <p role="status" className="ml-auto font-semibold num">
      {waiting > 0 && (
        <>
          {waiting} new {waiting === 1 ? "order" : "orders"} ·{" "}
          <button type="button" className="link min-h-6 touch:min-h-11" onClick={onShow}>
            Show
          </button>
        </>
      )}
    </p>
  );
}
