"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import { alertsOn, announce, ORDER_TAKEN, subscribeAlerts, switchAlerts } from "./order-alerts";
import { tabUrl } from "./urls";
import { usePolling } from "./use-polling";

const PREFIX = /^\(\d+\) /;

/** Puts a number before the page's title, whatever the title becomes meanwhile; 0 takes it away. */
function useTitleCount(count: number) {
  useEffect(() => {
    if (count === 0) return;
    const write = () => {
      const title = `(${count}) ${document.title.replace(PREFIX, "")}`;
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(PREFIX, "");
    };
  }, [count]);
}

type OrderNewsProps = {
  /** The newest order when the page was made. */
  newest: number;
  /** Where new orders are read: who may not see orders has them in the kitchen. */
  tab: "orders" | "kitchen";
};

/**
 * Says on every screen how many orders have come since it, or this line, was opened. The line leads to the orders, and on their screen loads
 * them. The dashboard is loaded again by itself.
 */
export function OrderNews({ newest, tab }: OrderNewsProps) {
  const router = useRouter();
  const [news, setNews] = useState({ seen: newest, newest, count: 0 });
  const [path, search] = [usePathname(), useSearchParams()];
  const tabs: Record<string, string> = { "/admin": search.get("tab") ?? "dashboard", "/admin/orders": "orders" };
  const shown = tabs[path];
  const read = () => setNews(({ newest }) => ({ seen: newest, newest, count: 0 }));

  // Whoever comes to the orders has read the line.
  useEffect(() => {
    if (shown === tab) read();
  }, [shown, tab]);

  useEffect(() => {
    const onTaken = ({ detail: id }: CustomEvent<number>) =>
      setNews((known) => (known.count > 0 ? known : { seen: id, newest: id, count: 0 }));
    window.addEventListener(ORDER_TAKEN, onTaken as EventListener);
    return () => window.removeEventListener(ORDER_TAKEN, onTaken as EventListener);
  }, []);

  usePolling(
    (signal) => fetch(`/admin/orders/news?seen=${news.seen}`, { signal }),
    async (response) => {
      const now = (await response.json()) as { newest: number; count: number };
      if (now.newest <= news.newest) return;
      setNews({ ...news, ...now });
      announce(now.newest, now.count === 1 ? `New order #${now.newest}` : `${now.count} new orders`);
      if (shown === "dashboard") router.refresh();
    },
    { inBackground: true },
  );
  useTitleCount(news.count);

  function open() {
    read();
    if (shown === tab) router.refresh();
    else router.push(tabUrl(tab));
  }

  return (
    // Over the page, so that nothing moves under the finger.
    <div role="status" className="fixed top-18 lg:top-20 left-1/2 -translate-x-1/2 z-(--layer-bar) print:hidden">
      {news.count > 0 && (
        <Button size="sm" className="num shadow-pop whitespace-nowrap" onClick={open}>
          <Icon name="bell" />
          {news.count === 1 ? `New order #${news.newest}` : `${news.count} new orders, the last is #${news.newest}`}
        </Button>
      )}
    </div>
  );
}

/** Switches sound and notification for new orders on or off, on this device. */
export function OrderAlertsButton({ className }: { className: string }) {
  const isOn = useSyncExternalStore(subscribeAlerts, alertsOn, () => false);
  return (
    <button
      type="button"
      className={`${className} gap-2`}
      aria-pressed={isOn}
      onClick={async () => toast.info(await switchAlerts(!isOn))}
    >
      Alerts for new orders
      <Icon name={isOn ? "bell" : "bell-off"} className="size-5 ml-auto" />
    </button>
  );
}
