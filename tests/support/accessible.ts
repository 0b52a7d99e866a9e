import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

// Each theme once and each width once: colours do not depend on the width, nor does what is in a page on the theme.
const looks = [
  { width: 1440, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

/**
 * Nothing for axe to find in what is shown, at a desk in the light theme and on a phone in the dark one, and nothing scrolls sideways. For
 * states that a press brings about (a dialog, an error): pages as they open are checked in tests/e2e/layout.spec.ts. axe itself is called,
 * without what its package for Playwright adds (frames, and all that passed): on the list of sweets that takes 0.9 s instead of 2.4 s.
 */
export async function expectAccessible(page: Page) {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^(?!.*\bdark\b)/);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: run } = window as unknown as { axe: typeof axe };
      const { violations } = await run.run({ resultTypes: ["violations"], iframes: false, preload: false });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
    });
    const where = `${page.url()} ${width} ${colorScheme}`;
    expect(found, where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
  }
}
