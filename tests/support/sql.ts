import type postgres from "postgres";
import { driver, readDb, writeDb } from "@/db/client";

/** Plain SQL for the facts that tests check, on the connections that the shop's own reads use. */
export const sql = driver(readDb()) as unknown as postgres.Sql<{ bigint: number }>;

/** What a command of a test runs on when the test has no transaction around it. */
export const pool = writeDb();
