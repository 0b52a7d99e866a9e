import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

// Each theme once and each width once: colours do not depend on the width, nor does what is in a page on the theme.
const looks = [
  { width: 1440, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

/**
 * Nothing for axe to find in what is shown, and nothing scrolls sideways. For states that a press brings about (a dialog, an error): pages as
 * they open are checked in tests/e2e/layout.spec.ts.
 *
 * At night (`npm run test:all`), or when all is asked for, in both looks. For each commit on a phone alone and without the contrast of colours,
 * which the states of a page have from the same few styles, and which takes axe nine tenths of its time. axe itself is called, without what
 * its package for Playwright adds (frames, and all that passed).
 */
export async function expectAccessible(page: Page, isAll = Boolean(process.env.TEST_NIGHT)) {
  for (const { width, colorScheme } of isAll ? looks : looks.slice(1)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^(?!.*\bdark\b)/);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
    const found = await page.evaluate(async (isAll) => {
      const { axe: run } = window as unknown as { axe: typeof axe };
      const options = { resultTypes: ["violations" as const], iframes: false, preload: false };
      const { violations } = await run.run({ ...options, rules: { "color-contrast": { enabled: isAll } } });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
    }, isAll);
    const where = `${page.url()} ${width} ${colorScheme}`;
    expect(found, where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
  }
}
