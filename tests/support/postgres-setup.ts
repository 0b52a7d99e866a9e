// Runs before each domain test file: a database of its own, and the environment that the shop's modules read.
import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { makeDatabase } from "./postgres";

const name = `test_${process.env.VITEST_POOL_ID}_${randomBytes(5).toString("hex")}`;
process.env.DATABASE_URL = await makeDatabase(process.env.TEST_DATABASE_URL ?? "", name);
process.env.AUTH_SECRET ??= "a secret of the tests, 32 characters or more";

afterAll(async () => {
  const { closePools } = await import("@/db/client");
  await closePools({ timeout: 5 });
});
