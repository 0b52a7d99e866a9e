import postgres from "postgres";
import { type Executor, executorOf } from "@/db/client";

type Plan = { "Relation Name"?: string; "Actual Loops": number; "Actual Rows": number; Plans?: Plan[] };

/** How many rows of a table the last statement of `work` takes, itself or in a part of it; each look that finds none counts as one. */
export async function rowsRead(table: string, work: (db: Executor) => Promise<unknown>): Promise<number> {
  const client = postgres(process.env.DATABASE_URL ?? "", {
    max: 1,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  let [text, parameters]: [string, never[]] = ["", []];
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (...args: Parameters<typeof unsafe>) => {
    [text, parameters] = [args[0], (args[1] ?? []) as never[]];
    return unsafe(...args);
  };
  try {
    await work(executorOf(client));
    const [row] = await unsafe<{ plan: { Plan: Plan }[] }[]>(`explain (analyze, format json) ${text}`, parameters)
      .values()
      .then((rows) => rows.map(([plan]) => ({ plan: plan as { Plan: Plan }[] })));
    const rowsOf = (plan: Plan): number =>
      (plan["Relation Name"] === table ? plan["Actual Loops"] * Math.max(1, plan["Actual Rows"]) : 0) +
      (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
    return (row?.plan ?? []).reduce((sum, { Plan }) => sum + rowsOf(Plan), 0);
  } finally {
    await client.end();
  }
}
