import { sql } from "drizzle-orm";
import { readDb } from "@/db/client";

/** Milliseconds that the database may take: GET /api/health responds within 2 s. */
const TIMEOUT_MS = 1_500;

/** Whether the database answers and takes writes, which a standby does not. Never throws. */
export async function isDatabaseUp(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, false);
  });
  const query = readDb()
    .execute<{ transaction_read_only: string }>(sql`show transaction_read_only`)
    .then(
      ([row]) => row?.transaction_read_only === "off",
      () => false,
    );
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
