"use client";

import { later } from "@/components/ui/later";
import type { SalesDay } from "@/lib/reports/queries";
import { ChartBox } from "./chart-box";

// Chart.js is large, so it is loaded only where the report is shown.
const SalesChart = later(() => import("./sales-chart"));

/** The chart of what was sold each day. */
export const LazySalesChart = ({ days }: { days: SalesDay[] }) => (
  <ChartBox className="h-72 lg:h-80">
    <SalesChart days={days} />
  </ChartBox>
);
