"use client";

import dynamic from "next/dynamic";
import type { PlanTotals } from "@/lib/reports/plan-queries";

const PlansChart = dynamic(() => import("./plans-chart"), {
  ssr: false,
  loading: () => <p className="text-muted">Loading...</p>,
});

/** The chart, in a box that has its height before it is loaded. Without JavaScript nothing is shown. */
export function LazyPlansChart({ totals }: { totals: PlanTotals[] }) {
  return (
    <div style={{ height: `${4 + totals.length * 3.5}rem` }} data-for="visitor customer admin">
      <PlansChart totals={totals} />
    </div>
  );
}
