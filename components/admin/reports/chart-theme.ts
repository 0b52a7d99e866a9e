"use client";

import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import { useSyncExternalStore } from "react";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

// Chart.js draws on a canvas, which CSS does not style: the colours are read again when the theme changes.
function watchTheme(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}
const isDark = () => document.documentElement.classList.contains("dark");

/** The page's colours and font for a chart. A chart takes new colours when it is another one: `key`. */
export function useChartTheme() {
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
    animation: isStill ? (false as const) : { duration: 320 },
  };
}
