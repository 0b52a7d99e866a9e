import { sql } from "../support/sql";

/** Now, and so many days from now, by the clock that records are made with, which is PostgreSQL's. */
export async function recordedNow(days = 0): Promise<Date> {
  const [row] = await sql<{ now: string }[]>`select (now() + ${`${days} days`}::interval)::text as now`;
  return new Date(row?.now ?? "");
}
