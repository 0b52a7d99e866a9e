import type postgres from "postgres";
import { driver, readDb } from "@/db/client";

/** Plain SQL for the facts that tests check, on the connections that the shop's own reads use. */
export const sql = driver(readDb()) as unknown as postgres.Sql<{ bigint: number }>;
