"use client";

import type { ChartData, ChartOptions, Plugin } from "chart.js";
import { Bar } from "react-chartjs-2";
import { formatShortDate } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { SalesDay } from "@/lib/reports/queries";
import { useChartTheme } from "./chart-theme";

/** Rupees in short form for the axis: 0, 10k, 1.5L. */
function shortRupees(rupees: number): string {
  const short = (value: number, unit: string) => `₹${Number(value.toFixed(1))}${unit}`;
  if (rupees >= 1_00_00_000) return short(rupees / 1_00_00_000, "Cr");
  if (rupees >= 1_00_000) return short(rupees / 1_00_000, "L");
  return rupees >= 1000 ? short(rupees / 1000, "k") : short(rupees, "");
}

// Shows the value of the best day above its bar.
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
export default function SalesChart({ days }: { days: SalesDay[] }) {
  const { key, colour, font, ticks, animation } = useChartTheme();
  const narrow = matchMedia("(width < 40rem)").matches;
  const best = days.reduce((at, { revenue }, index) => (revenue > (days[at]?.revenue ?? 0) ? index : at), 0);
  const every = days.length <= 7 ? 1 : narrow ? 7 : 3;

  const data: ChartData<"bar"> = {
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
  };
  const options: ChartOptions<"bar"> = {
    maintainAspectRatio: false,
    animation,
    layout: { padding: { top: 18 } },
    scales: {
      x: {
        grid: { display: false },
        border: { color: colour("--border-strong") },
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
        grid: { color: colour("--chart-grid") },
        ticks: { ...ticks, maxTicksLimit: 6, callback: (value) => shortRupees(Number(value)) },
      },
    },
    plugins: {
      tooltip: {
        displayColors: false,
        titleFont: { family: font },
        bodyFont: { family: font },
        callbacks: { label: ({ parsed }) => formatRupees(parsed.y ?? 0) },
      },
      ...{ bestLabel: { best, colour: colour("--foreground"), font } },
    },
  };

  return (
    <Bar
      key={key}
      data={data}
      options={options}
      plugins={[bestLabel]}
      role="img"
      aria-label={`Revenue per day, ${formatShortDate(days[0]?.date ?? "")} to ${formatShortDate(days.at(-1)?.date ?? "")}`}
    />
  );
}
