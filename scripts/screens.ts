// `npm run screens -- http://localhost:3000 [folder]`: takes a picture of every page, 390 and 1440 px wide, light and dark.
// It registers a customer with a sweet in the cart for the customers' pages. The admin's pages need SCREENS_ADMIN=`e-mail:password`.
import fs from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { pages } from "../tests/e2e/pages";
import { findBrowser } from "./browser";
import { CliError } from "./processes.mjs";

const [base, folder = "test-results/screens"] = process.argv.slice(2);

/** Pages for visitors beyond those of tests/e2e/pages.ts. */
const more = [
  "/products?category=Cakes&sort=price:asc",
  "/products?search=kaju%20katri",
  "/products/ghevar",
  "/admin/orders",
];

async function main() {
  if (!base) throw new CliError("Which shop? npm run screens -- http://localhost:3000");
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
  try {
    await shoot(browser, "visitor", [...pages.visitor, ...more]);
    await shoot(browser, "customer", pages.customer, await signedIn(browser, registerWithCart));
    const [email, ...password] = (process.env.SCREENS_ADMIN ?? "").split(":");
    if (email)
      await shoot(
        browser,
        "admin",
        pages.admin,
        await signedIn(browser, (page) => signInAsAdmin(page, email, password.join(":"))),
      );
  } finally {
    await browser.close();
  }
  console.log(`The pictures are in ${folder}.`);
}

async function shoot(
  browser: Browser,
  who: string,
  paths: readonly string[],
  storageState?: BrowserContextOptions["storageState"],
) {
  for (const width of [390, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
        storageState,
      });
      const page = await context.newPage();
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) console.log(`${page.url()}: ${message.text()}`);
      });
      for (const address of paths) {
        await page.goto(base + address, { waitUntil: "load" });
        // Pictures below the fold are loaded when they come near.
        await page.evaluate(async () => {
          for (let y = 0; y < document.body.scrollHeight; y += 600) {
            scrollTo(0, y);
            await new Promise((resolve) => setTimeout(resolve, 60));
          }
          scrollTo(0, 0);
        });
        await page.waitForLoadState("networkidle");
        const name = address.slice(1).replace(/[^a-z0-9]+/gi, "-");
        await page.screenshot({
          path: path.join(folder, `${who}-${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      await context.close();
    }
}

async function signedIn(browser: Browser, steps: (page: Page) => Promise<void>) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await steps(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function registerWithCart(page: Page) {
  await page.goto(`${base}/register`);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill(`screens-${Date.now()}@shop.example`);
  await page.getByLabel("Password", { exact: true }).fill("motichoor laddoo");
  await page.getByLabel("Confirm password", { exact: false }).fill("motichoor laddoo");
  await page
    .getByRole("main")
    .getByRole("button", { name: /Create Account|Sign Up/ })
    .click();
  await page.waitForURL(`${base}/home`);
  await page.goto(`${base}/products/motichoor-laddoo`);
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await page.getByText("Product has been added to your cart.").first().waitFor();
}

async function signInAsAdmin(page: Page, email: string, password: string) {
  await page.goto(`${base}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: /Login|Sign In/i })
    .click();
  await page.waitForURL(`${base}/admin`);
}

main().catch((error) => {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
});
