"use client";

import type { ReactNode } from "react";
import { readStored, store } from "@/components/ui/storage";

/** The key in local storage: "light", "dark", or absent for the system's theme. The first-paint script reads it too. */
const themeKey = "theme";

/** Sets the class of the stored theme, or else the system's, on <html>. */
export function applyStoredTheme(): void {
  const theme = readStored(themeKey);
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
}

/** Follows other tabs and the system. The theme may also have changed between the first paint and this call. */
export function followTheme(signal: AbortSignal): void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === themeKey || key === null) applyStoredTheme();
  };
  window.addEventListener("storage", onStorage, { signal });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyStoredTheme, { signal });
  applyStoredTheme();
}

/** Switches the theme and stores the choice where the browser allows it. */
function toggleTheme() {
  store(themeKey, document.documentElement.classList.toggle("dark") ? "dark" : "light");
}

/**
 * Switches between light and dark. The system's theme applies until one is chosen, which is then stored for all tabs. CSS chooses
 * the icon and the label, so that they are right before hydration. Hidden without JavaScript.
 */
export function ThemeToggle({ children }: { children: ReactNode }) {
  return (
    <button
      type="button"
      className="btn btn-icon hover:bg-row-hover"
      data-for="visitor customer admin"
      onClick={toggleTheme}
    >
      {children}
      <span className="sr-only dark:hidden">Switch to dark theme</span>
      <span className="sr-only not-dark:hidden">Switch to light theme</span>
    </button>
  );
}
