// Runs before each domain test file: a database of its own, and the environment that the shop's modules read.
import { randomBytes } from "node:crypto";
import { afterAll, vi } from "vitest";
import { makeDatabase } from "./postgres";

// Logins are made by the hundred: argon2id with its smallest memory. The parameters of the shop are in tests/unit/password.test.ts.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: (password: string) => real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }) };
});

const name = `test_${process.env.VITEST_POOL_ID}_${randomBytes(5).toString("hex")}`;
process.env.DATABASE_URL = await makeDatabase(process.env.TEST_DATABASE_URL ?? "", name);
process.env.AUTH_SECRET ??= "a secret of the tests, 32 characters or more";

afterAll(async () => {
  const { closePools } = await import("@/db/client");
  await closePools({ timeout: 5 });
});
