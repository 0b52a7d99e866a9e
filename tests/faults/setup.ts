// Runs before each file: a PostgreSQL of its own that can be stopped, restarted and frozen, migrated and seeded.
import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { database } from "./database";

process.env.DATABASE_URL = await database.start();
process.env.AUTH_SECRET ??= randomBytes(32).toString("base64url");

afterAll(async () => {
  const { closePools } = await import("@/db/client");
  await closePools({ timeout: 2 });
  await database.remove();
});
