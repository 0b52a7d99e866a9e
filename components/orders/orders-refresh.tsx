"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { readViewer, setViewer } from "@/components/layout/viewer-store";
import { Notice } from "@/components/ui/notice";
import type { OrderPaymentState } from "@/db/constants/payments";

/** Milliseconds between two requests, and the longest pause after failures. */
const INTERVAL_MS = 5000;
const MAX_INTERVAL_MS = 60_000;

type OrderRow = { id: number; status: string; payment: { state: OrderPaymentState; paid: number } };

type OrdersRefreshProps = {
  orders: OrderRow[];
  /** The one order of its page. */
  orderId?: number;
  /** The one of the list that is open. */
  opened?: number;
  /** Which orders of the list are shown. */
  query?: string;
};

const paymentNews: Record<OrderPaymentState, string> = {
  unpaid: "is not paid yet",
  claimed: "has a payment that is being checked",
  part_paid: "is paid in part",
  paid: "is paid",
  part_refunded: "was refunded in part",
  refunded: "was refunded",
};

function describeChanges(before: OrderRow, { id, status, payment }: OrderRow): string[] {
  const news: string[] = [];
  if (status !== before.status) news.push(`Order #${id} is now ${status}.`);
  if (payment.state !== before.payment.state || payment.paid !== before.payment.paid)
    news.push(`Order #${id} ${paymentNews[payment.state]}.`);
  return news;
}

/**
 * Polls the orders, or one of them, while the page is visible. A change refreshes the page and is announced; after each failure the pause
 * doubles.
 */
export function OrdersRefresh({ orders, orderId, opened, query = "" }: OrdersRefreshProps) {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");
  const [isSignedOut, setIsSignedOut] = useState(false);
  const shown = useRef(orders);
  shown.current = orders;

  useEffect(() => {
    let interval = INTERVAL_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();

    function compare(now: OrderRow[]) {
      const before = new Map(shown.current.map((order) => [order.id, order]));
      const news = now.flatMap((order) => describeChanges(before.get(order.id) ?? order, order));
      const isNew = now[0] !== undefined && !before.has(now[0].id) && now[0].id > (shown.current[0]?.id ?? 0);
      if (news.length > 0) setAnnouncement(news.join(" "));
      // Without an order in its address the page would open the new one, and close the one that is being read.
      if (isNew && opened !== undefined && !new URLSearchParams(location.search).has("order"))
        router.replace(`/orders?order=${opened}` as Route, { scroll: false });
      else if (news.length > 0 || isNew) router.refresh();
    }

    async function poll() {
      try {
        const response = await fetch(`/orders/state${orderId === undefined ? query : `?order=${orderId}`}`, {
          cache: "no-store",
          signal: controller.signal,
        });
        if (response.status === 401) {
          // The orders of a visitor were forgotten in another tab.
          if (readViewer().role === "visitor") return router.refresh();
          setIsSignedOut(true);
          setViewer({ ...readViewer(), role: "visitor", name: undefined, count: 0 });
          return;
        }
        if (response.ok) compare((await response.json()) as OrderRow[]);
        interval = response.ok ? INTERVAL_MS : Math.min(interval * 2, MAX_INTERVAL_MS);
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
  }, [router, orderId, opened, query]);

  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {isSignedOut && (
        <Notice
          tone="warning"
          role="alert"
          className="mt-4"
          title={
            <>
              You have been signed out. Please sign in again to see your orders.{" "}
              <a
                className="underline underline-offset-4"
                href={`/login?next=/orders${orderId === undefined ? "" : `/${orderId}`}`}
              >
                Sign in
              </a>
            </>
          }
        />
      )}
    </>
  );
}
