"use client";

import { later } from "@/components/ui/later";
import type { PlanTotals } from "@/lib/reports/plan-queries";
import { ChartBox } from "./chart-box";

const PlansChart = later(() => import("./plans-chart"));

/** The chart of plans, as high as it has sweets. */
export const LazyPlansChart = ({ totals }: { totals: PlanTotals[] }) => (
  <ChartBox style={{ height: `${4 + totals.length * 3.5}rem` }}>
    <PlansChart totals={totals} />
  </ChartBox>
);
