import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

// Each theme once and each width once: colours do not depend on the width, nor does what is in a page on the theme.
const looks = [
  { width: 1440, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

/** Nothing for axe to find in what is shown, at a desk in the light theme and on a phone in the dark one, and nothing scrolls sideways. */
export async function expectAccessible(page: Page) {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^(?!.*\bdark\b)/);
    // Legacy mode: all of it in this page, instead of another one to gather what frames say; there are none.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
    const where = `${page.url()} ${width} ${colorScheme}`;
    expect(found, where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
  }
}
