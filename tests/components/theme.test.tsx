import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { firstPaintScript } from "@/components/layout/first-paint";
import { followTheme } from "@/components/layout/theme";
import { ThemeToggle } from "@/components/layout/theme-toggle";

const isDark = () => document.documentElement.classList.contains("dark");

function setSystemTheme(dark: boolean) {
  vi.spyOn(window, "matchMedia").mockReturnValue({
    matches: dark,
    addEventListener() {},
    removeEventListener() {},
  } as unknown as MediaQueryList);
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
});

test("the toggle switches the theme and stores it", async () => {
  setSystemTheme(false);
  render(<ThemeToggle>icon</ThemeToggle>);
  await userEvent.click(screen.getByRole("button"));
  expect([isDark(), localStorage.getItem("theme")]).toEqual([true, "dark"]);
  await userEvent.click(screen.getByRole("button"));
  expect([isDark(), localStorage.getItem("theme")]).toEqual([false, "light"]);
});

test("a system theme that changed after the first paint is applied", () => {
  setSystemTheme(false);
  document.documentElement.className = "dark";
  followTheme(new AbortController().signal);
  expect(isDark()).toBe(false);
});

test("another tab's choice is applied", () => {
  setSystemTheme(false);
  followTheme(new AbortController().signal);
  localStorage.setItem("theme", "dark");
  window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "dark" }));
  expect(isDark()).toBe(true);
});

test.each([
  { stored: null, system: true, dark: true },
  { stored: null, system: false, dark: false },
  { stored: "light", system: true, dark: false },
  { stored: "dark", system: false, dark: true },
])("before the first paint: stored $stored and the system's $system give $dark", ({ stored, system, dark }) => {
  setSystemTheme(system);
  if (stored) localStorage.setItem("theme", stored);
  new Function(firstPaintScript)();
  expect(isDark()).toBe(dark);
});
