import { sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { within } from "./deadline";

/** Milliseconds that the database may take: GET /api/health responds within 2 s. */
const TIMEOUT_MS = 1_500;

/** Whether the database answers and takes writes, which a standby does not. Never throws. */
export async function isDatabaseUp(): Promise<boolean> {
  const query = readDb().execute<{ transaction_read_only: string }>(sql`show transaction_read_only`);
  try {
    const [row] = await within(TIMEOUT_MS, query);
    return row?.transaction_read_only === "off";
  } catch {
    return false;
  }
}
