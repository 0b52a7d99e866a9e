import { readStored, store } from "@/components/ui/storage";

/** The key in local storage: "light", "dark", or absent for the system's theme. The first-paint script reads it too. */
const themeKey = "theme";

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

export function toggleTheme(): void {
  store(themeKey, document.documentElement.classList.toggle("dark") ? "dark" : "light");
}
