// Transactions stay their own however many queries are under way.
import { expect, test } from "vitest";
import { sql } from "@/db/client";

test("a transaction that begins behind a hundred queries on its connection has it to itself, and leaves none open", async () => {
  const reads: Promise<unknown>[] = [];
  const transactions: Promise<unknown>[] = [];
  for (let i = 0; i < 4000; i++) {
    if (i % 101 === 100) transactions.push(sql.begin((tx) => tx`select 1`));
    else reads.push(sql`select 1`);
  }
  const outcomes = await Promise.allSettled(transactions);
  await Promise.all(reads);
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  const [open] = await sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  expect(open?.count).toBe(0);
});
