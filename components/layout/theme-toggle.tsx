"use client";

import { type ReactNode, useEffect } from "react";

const key = "theme";

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function apply(dark: boolean) {
  document.documentElement.classList.toggle("dark", dark);
}

function applyStored() {
  const theme = stored();
  apply(theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches));
}

/**
 * Light or dark: the system's until chosen, then remembered under the local storage key `theme`, in every tab.
 * What it is called and shows is switched by CSS, so that it is right before it is alive. Hidden without JavaScript.
 */
export function ThemeToggle({ children }: { children: ReactNode }) {
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) applyStored();
    };
    window.addEventListener("storage", onStorage);
    system.addEventListener("change", applyStored);
    return () => {
      window.removeEventListener("storage", onStorage);
      system.removeEventListener("change", applyStored);
    };
  }, []);

  function toggle() {
    const dark = !document.documentElement.classList.contains("dark");
    apply(dark);
    try {
      localStorage.setItem(key, dark ? "dark" : "light");
    } catch {
      // private windows may refuse; the choice then lasts as long as the page
    }
  }

  return (
    <button
      type="button"
      className="btn btn-icon hover:bg-row-hover"
      data-for="visitor customer admin"
      onClick={toggle}
    >
      {children}
      <span className="sr-only dark:hidden">Switch to dark theme</span>
      <span className="sr-only not-dark:hidden">Switch to light theme</span>
    </button>
  );
}
