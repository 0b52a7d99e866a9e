"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import type { SalesDay } from "@/lib/reports/queries";

// chart.js is large and draws in a browser only: it comes with the report and nowhere else.
const SalesChart = lazy(() => import("./sales-chart"));

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** The chart, in a place that keeps its height while it is on its way. Nothing without JavaScript. */
export function LazySalesChart({ days }: { days: SalesDay[] }) {
  const inBrowser = useSyncExternalStore(never, yes, no);
  return (
    <div className="h-72 lg:h-80" data-for="visitor customer admin">
      <Suspense fallback={<p className="text-muted">Loading...</p>}>{inBrowser && <SalesChart days={days} />}</Suspense>
    </div>
  );
}
