"use client";

import { BarController, BarElement, CategoryScale, Chart, LinearScale, type Plugin, Tooltip } from "chart.js";
import { useSyncExternalStore } from "react";
import { Bar } from "react-chartjs-2";
import { formatShortDate } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { PlanTotals } from "@/lib/reports/plan-queries";
import type { SalesDay } from "@/lib/reports/queries";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

// Chart.js draws on a canvas, which CSS does not style: the colours are read again when the theme changes.
function watchTheme(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}
const isDark = () => document.documentElement.classList.contains("dark");

/** The page's colours and font for a chart. A chart takes new colours when it is another one: `key`. */
function useChartTheme() {
  const dark = useSyncExternalStore(watchTheme, isDark);
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const font = getComputedStyle(document.body).fontFamily;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    key: dark ? "dark" : "light",
    colour,
    font,
    ticks: { color: colour("--muted"), font: { family: font, size: 13 } },
    tooltip: { titleFont: { family: font }, bodyFont: { family: font } },
    grid: { color: colour("--chart-grid") },
    /** The axis that the bars stand on. */
    ground: { grid: { display: false }, border: { color: colour("--border-strong") } },
    options: { maintainAspectRatio: false, animation: isStill ? (false as const) : { duration: 320 } },
  };
}

/** Rupees in short form for the axis: 0, 10k, 1.5L. */
function shortRupees(rupees: number): string {
  const short = (value: number, unit: string) => `₹${Number(value.toFixed(1))}${unit}`;
  if (rupees >= 1_00_00_000) return short(rupees / 1_00_00_000, "Cr");
  if (rupees >= 1_00_000) return short(rupees / 1_00_000, "L");
  return rupees >= 1000 ? short(rupees / 1000, "k") : short(rupees, "");
}

const bestLabel: Plugin<"bar", { best: number; colour: string; font: string }> = {
  id: "bestLabel",
  afterDatasetsDraw(chart, _args, { best, colour, font }) {
    const bar = chart.getDatasetMeta(0).data[best];
    const value = chart.data.datasets[0]?.data[best];
    if (!bar || typeof value !== "number" || value === 0) return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.font = `600 13px ${font}`;
    ctx.fillStyle = colour;
    ctx.textAlign = "center";
    const text = formatRupees(value);
    const half = ctx.measureText(text).width / 2;
    ctx.fillText(text, Math.min(Math.max(bar.x, chartArea.left + half), chartArea.right - half), bar.y - 6);
    ctx.restore();
  },
};

/** The revenue of each day as a bar. Every third bar has a date (on phones every seventh), and the best day its value. */
export function SalesChart({ days }: { days: SalesDay[] }) {
  const { key, colour, font, ticks, tooltip, grid, ground, options } = useChartTheme();
  const narrow = matchMedia("(width < 40rem)").matches;
  const best = days.reduce((at, { revenue }, index) => (revenue > (days[at]?.revenue ?? 0) ? index : at), 0);
  const everyOf30 = narrow ? 7 : 3;
  const every = days.length <= 7 ? 1 : everyOf30;
  return (
    <Bar
      key={key}
      data={{
        labels: days.map(({ date }) => date.slice(5)),
        datasets: [
          {
            label: "Revenue",
            data: days.map(({ revenue }) => revenue),
            backgroundColor: days.map((_, index) => colour(index === best ? "--chart-2" : "--chart-1")),
            categoryPercentage: 0.92,
            barPercentage: 0.72,
          },
        ],
      }}
      options={{
        ...options,
        layout: { padding: { top: 18 } },
        scales: {
          x: {
            ...ground,
            ticks: {
              ...ticks,
              autoSkip: false,
              maxRotation: 0,
              callback: (_, index) => ((days.length - 1 - index) % every === 0 ? days[index]?.date.slice(5) : null),
            },
          },
          y: {
            beginAtZero: true,
            border: { display: false },
            grid,
            ticks: { ...ticks, maxTicksLimit: 6, callback: (value) => shortRupees(Number(value)) },
          },
        },
        plugins: {
          tooltip: {
            ...tooltip,
            displayColors: false,
            callbacks: { label: ({ parsed }) => formatRupees(parsed.y ?? 0) },
          },
          ...{ bestLabel: { best, colour: colour("--foreground"), font } },
        },
      }}
      plugins={[bestLabel]}
      role="img"
      aria-label={`Revenue per day, ${formatShortDate(days[0]?.date ?? "")} to ${formatShortDate(days.at(-1)?.date ?? "")}`}
    />
  );
}

/** The bars of each sweet: what they show, and their colours in app/tokens.css. */
const bars = [
  { label: "Made", name: "made", colour: "--chart-1" },
  { label: "Sold", name: "sold", colour: "--chart-2" },
  { label: "Thrown away", name: "wasted", colour: "--danger" },
] as const;

/** What was made, sold and thrown away of each sweet, in kilograms or pieces. */
export function PlansChart({ totals }: { totals: PlanTotals[] }) {
  const { key, colour, ticks, tooltip, grid, ground, options } = useChartTheme();
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
        <Bar
          key={key}
          data={{
            labels: totals.map((sweet) => sweet.name),
            datasets: bars.map((bar) => ({
              label: bar.label,
              data: totals.map((sweet) => (sweet[bar.name] * (sweet.unitGrams ?? 1000)) / 1000),
              backgroundColor: colour(bar.colour),
            })),
          }}
          options={{
            ...options,
            indexAxis: "y",
            scales: {
              x: { beginAtZero: true, grid, ticks },
              y: { ...ground, ticks: { ...ticks, autoSkip: false } },
            },
            plugins: { tooltip },
          }}
          role="img"
          aria-label="Made, sold and thrown away of each sweet"
        />
      </div>
    </div>
  );
}
