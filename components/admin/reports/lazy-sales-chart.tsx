"use client";

import dynamic from "next/dynamic";
import type { SalesDay } from "@/lib/reports/queries";

// Chart.js is large and needs a browser, so it is loaded only where the report is shown.
const SalesChart = dynamic(() => import("./sales-chart"), {
  ssr: false,
  loading: () => <p className="text-muted">Loading...</p>,
});

/** The chart, in a box that has its height before it is loaded. Without JavaScript nothing is shown. */
export function LazySalesChart({ days }: { days: SalesDay[] }) {
  return (
    <div className="h-72 lg:h-80" data-for="visitor customer admin">
      <SalesChart days={days} />
    </div>
  );
}
