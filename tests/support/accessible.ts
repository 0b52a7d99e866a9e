import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** The rules of axe that depend on the theme; all others find the same in both. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds in what is shown. axe itself is called, without what @axe-core/playwright adds (frames, and all that passed): on the
 * list of sweets that takes 0.9 s instead of 2.4 s.
 * @param rules ids of axe's rules; without it all of them
 */
export async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"], iframes: false, preload: false, runOnly: rules };
  return page.evaluate(async (given) => {
    const { axe: run } = window as unknown as { axe: typeof axe };
    const { violations } = await run.run(document, given);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }, options);
}

/** Shows the page at a width in a theme, and waits until it has it. */
export async function showAt(page: Page, width: number, colorScheme: "light" | "dark") {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^(?!.*\bdark\b)/);
}

/**
 * A state that a press brings about (a dialog, an error) has nothing for axe to find, at a desk in the light theme and with a phone's
 * width in the dark one, where nothing scrolls sideways either. Pages as they open are checked in tests/e2e/layout.spec.ts.
 */
export async function expectAccessible(page: Page) {
  await showAt(page, 1440, "light");
  expect(await accessibilityFaults(page), `${page.url()}, light`).toEqual([]);
  await showAt(page, 390, "dark");
  expect(await accessibilityFaults(page, COLOURS), `${page.url()}, dark`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(390);
}
