"use client";

import { type ComponentProps, Suspense, useEffect, useState } from "react";
import { later } from "@/components/ui/later";
import type { PlanTotals } from "@/lib/reports/plan-queries";
import type { SalesDay } from "@/lib/reports/queries";

// Chart.js is large, so it is loaded only where a report is shown.
const LaterSalesChart = later(async () => ({ default: (await import("./bar-charts")).SalesChart }));
const LaterPlansChart = later(async () => ({ default: (await import("./bar-charts")).PlansChart }));

/** Around a chart, which reads colours of the browser: has its height before it is loaded. */
function ChartBox({ children, ...box }: ComponentProps<"div">) {
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  const loading = <p className="text-muted">Loading...</p>;
  return <div {...box}>{isInBrowser ? <Suspense fallback={loading}>{children}</Suspense> : loading}</div>;
}

export const LazySalesChart = ({ days }: { days: SalesDay[] }) => (
  <ChartBox className="h-72 lg:h-80">
    <LaterSalesChart days={days} />
  </ChartBox>
);

export const LazyPlansChart = ({ totals }: { totals: PlanTotals[] }) => (
  <ChartBox style={{ height: `${4 + totals.length * 3.5}rem` }}>
    <LaterPlansChart totals={totals} />
  </ChartBox>
);
