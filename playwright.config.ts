import { defineConfig, devices } from "@playwright/test";
import { TEST_WORKERS } from "./scripts/test-workers.mjs";

/** Run by `npm test` (or `npm test -- e2e`), which builds and starts the shop and finds a Chromium; see scripts/test.ts. */
if (!process.env.TEST_BASE_URL)
  throw new Error("The end-to-end tests need the built shop: run them with npm test -- e2e");

export default defineConfig({
  testDir: "tests/e2e",
  // Those that are left for the night (scripts/test-tiers.ts).
  testIgnore: JSON.parse(process.env.TEST_LEFT_OUT ?? "[]").map((file: string) => `**/${file}`),
  outputDir: "test-results/e2e",
  fullyParallel: false,
  workers: TEST_WORKERS,
  forbidOnly: true,
  // The second try tells a flaky test from a broken one in the report; either fails the run.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.TEST_BASE_URL,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    contextOptions: { reducedMotion: "reduce" }, // movement takes a browser without a graphics card much time
    trace: "on-first-retry", // recording all of them took its time
    launchOptions: {
      executablePath: process.env.TEST_CHROMIUM,
      args: [
        "--no-sandbox", // containers have no user namespaces
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
