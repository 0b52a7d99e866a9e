"use client";

import type { ReactNode } from "react";
import { toggleTheme } from "./theme";

/**
 * Switches between light and dark. The system's theme applies until one is chosen, which is then stored for all tabs. CSS chooses
 * the icon and the label, so that they are right before hydration. Hidden without JavaScript.
 */
export function ThemeToggle({ children }: { children: ReactNode }) {
  return (
    <button type="button" className="btn btn-icon hover:bg-row-hover" data-scripted="" onClick={toggleTheme}>
      {children}
      <span className="sr-only dark:hidden">Switch to dark theme</span>
      <span className="sr-only not-dark:hidden">Switch to light theme</span>
    </button>
  );
}
