"use client";

import { type ReactNode, useEffect } from "react";
import { applyStoredTheme, themeKey, toggleTheme } from "./theme";

/**
 * Light or dark: the system's until chosen, then remembered, in every tab. What it is called and shows is switched by CSS,
 * so that it is right before it is alive. Hidden without JavaScript.
 */
export function ThemeToggle({ children }: { children: ReactNode }) {
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const onStorage = (event: StorageEvent) => {
      if (event.key === themeKey || event.key === null) applyStoredTheme();
    };
    window.addEventListener("storage", onStorage);
    system.addEventListener("change", applyStoredTheme);
    // What changed since the first paint was heard by nobody.
    applyStoredTheme();
    return () => {
      window.removeEventListener("storage", onStorage);
      system.removeEventListener("change", applyStoredTheme);
    };
  }, []);

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
