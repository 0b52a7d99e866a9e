"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import type { SalesDay } from "@/lib/reports/queries";

// Chart.js is large and needs a browser, so it is loaded only where the report is shown.
const SalesChart = lazy(() => import("./sales-chart"));

const subscribeToNothing = () => () => {};
const inBrowserSnapshot = () => true;
const onServerSnapshot = () => false;

/** The chart, in a box that has its height before it is loaded. Without JavaScript nothing is shown. */
export function LazySalesChart({ days }: { days: SalesDay[] }) {
  const inBrowser = useSyncExternalStore(subscribeToNothing, inBrowserSnapshot, onServerSnapshot);
  return (
    <div className="h-72 lg:h-80" data-for="visitor customer admin">
      <Suspense fallback={<p className="text-muted">Loading...</p>}>{inBrowser && <SalesChart days={days} />}</Suspense>
    </div>
  );
}
