"use client";

import type { ChartOptions } from "chart.js";
import { Bar } from "react-chartjs-2";
import type { PlanTotals } from "@/lib/reports/plan-queries";
import { useChartTheme } from "./chart-theme";

/** The bars of each sweet: what they show, and their colours in app/tokens.css. */
const bars = [
  { label: "Made", name: "made", colour: "--chart-1" },
  { label: "Sold", name: "sold", colour: "--chart-2" },
  { label: "Thrown away", name: "wasted", colour: "--danger" },
] as const;

/** What was made, sold and thrown away of each sweet, in kilograms or pieces. */
export default function PlansChart({ totals }: { totals: PlanTotals[] }) {
  const { key, colour, font, ticks, animation } = useChartTheme();
  const options: ChartOptions<"bar"> = {
    maintainAspectRatio: false,
    animation,
    indexAxis: "y",
    scales: {
      x: { beginAtZero: true, grid: { color: colour("--chart-grid") }, ticks },
      y: {
        grid: { display: false },
        border: { color: colour("--border-strong") },
        ticks: { ...ticks, autoSkip: false },
      },
    },
    plugins: { tooltip: { titleFont: { family: font }, bodyFont: { family: font } } },
  };
  const data = {
    labels: totals.map((sweet) => sweet.name),
    datasets: bars.map((bar) => ({
      label: bar.label,
      data: totals.map((sweet) => (sweet[bar.name] * (sweet.unitGrams ?? 1000)) / 1000),
      backgroundColor: colour(bar.colour),
    })),
  };
  return (
    <div className="flex flex-col h-full gap-2">
      <p className="flex flex-wrap gap-x-5 text-sm">
        {bars.map((bar) => (
          <span key={bar.name} className="inline-flex items-center gap-2">
            <span className="size-3" style={{ background: `var(${bar.colour})` }} />
            {bar.label}
          </span>
        ))}
        <span className="text-muted">Kilograms or pieces</span>
      </p>
      <div className="relative grow min-h-0">
        <Bar key={key} data={data} options={options} role="img" aria-label="Made, sold and thrown away of each sweet" />
      </div>
    </div>
  );
}
