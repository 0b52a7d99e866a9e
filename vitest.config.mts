import path from "node:path";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { TEST_WORKERS } from "./scripts/test-workers.mjs";

/**
 * `npm test` runs these with one throwaway PostgreSQL and, for `api`, with the built shop (scripts/test.ts says what it
 * hands over). Alone, `npx vitest --project unit|domain|components` works too; domain then starts a PostgreSQL itself.
 */
const alias = { "@": path.resolve(import.meta.dirname) };

export default defineConfig({
  test: {
    // A test that hangs must not hang everything; the concurrency tests are the slowest.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Those that are left for the night (scripts/test-tiers.ts).
    exclude: [...configDefaults.exclude, ...JSON.parse(process.env.TEST_LEFT_OUT ?? "[]")],
    // One number for all: projects that run together may not differ.
    maxWorkers: TEST_WORKERS,
    projects: [
      {
        extends: true,
        resolve: { alias },
        test: { name: "unit", environment: "node", include: ["tests/unit/**/*.test.ts", "tests/*.test.ts"] },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "domain",
          environment: "node",
          include: ["tests/domain/**/*.test.ts"],
          globalSetup: "tests/support/global-postgres.ts",
          setupFiles: "tests/support/postgres-setup.ts",
          pool: "forks",
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          // The project's commands as processes, which share the machine with all others.
          name: "cli",
          environment: "node",
          include: ["tests/cli/**/*.test.ts"],
          testTimeout: 120_000,
          globalSetup: "tests/support/global-postgres.ts",
          setupFiles: "tests/support/postgres-setup.ts",
          pool: "forks",
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "api",
          environment: "node",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: "tests/support/global-shop.ts",
          setupFiles: "tests/support/api-setup.ts",
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "faults",
          environment: "node",
          include: ["tests/faults/**/*.test.ts"],
          // Each file breaks a PostgreSQL of its own; what it measures would suffer from the other's.
          fileParallelism: false,
          testTimeout: 120_000,
          globalSetup: "tests/faults/cluster.ts",
          setupFiles: "tests/faults/setup.ts",
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "year",
          environment: "node",
          include: ["tests/year/**/*.test.ts"],
          testTimeout: 3_600_000,
          globalSetup: "tests/support/global-postgres.ts",
          setupFiles: "tests/support/postgres-setup.ts",
          pool: "forks",
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "ha",
          environment: "node",
          include: ["tests/ha/**/*.test.ts"],
          // Each file starts a set of servers of its own.
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [react()],
        extends: true,
        resolve: { alias },
        test: {
          name: "components",
          pool: "threads", // they start sooner than processes, and these tests need no process of their own
          environment: "happy-dom",
          include: ["tests/components/**/*.test.tsx"],
          setupFiles: "tests/support/global-components.ts",
        },
      },
    ],
  },
});
