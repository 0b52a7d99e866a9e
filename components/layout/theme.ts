/** The theme's key in local storage; "light" or "dark", absent while the system decides. The first-paint script reads it too. */
export const themeKey = "theme";

function stored(): string | null {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    return null;
  }
}

/** Puts the stored theme, else the system's, on <html>. */
export function applyStoredTheme(): void {
  const theme = stored();
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
}

/** Turns light into dark and back, and remembers it where the browser allows. */
export function toggleTheme(): void {
  const dark = document.documentElement.classList.toggle("dark");
  try {
    localStorage.setItem(themeKey, dark ? "dark" : "light");
  } catch {
    // private windows may refuse; the choice then lasts as long as the page
  }
}
