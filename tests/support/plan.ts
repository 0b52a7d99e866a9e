import postgres from "postgres";
import { type Executor, executorOf } from "@/db/client";

type Plan = {
  "Relation Name"?: string;
  "Actual Loops": number;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};
const ofOneLook = ({ "Actual Rows": taken, "Rows Removed by Filter": left = 0 }: Plan) => Math.max(1, taken + left);

/** How many rows of a table the statements of `work` look at, themselves or in a part of them; each look that finds none counts as one. */
export async function rowsRead(table: string, work: (db: Executor) => Promise<unknown>): Promise<number> {
  const client = postgres(process.env.DATABASE_URL ?? "", {
    max: 1,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  const statements: [string, never[]][] = [];
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (...args: Parameters<typeof unsafe>) => {
    statements.push([args[0], (args[1] ?? []) as never[]]);
    return unsafe(...args);
  };
  try {
    await work(executorOf(client));
    const rowsOf = (plan: Plan): number =>
      (plan["Relation Name"] === table ? plan["Actual Loops"] * ofOneLook(plan) : 0) +
      (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
    let sum = 0;
    for (const [text, parameters] of statements) {
      const rows = await unsafe(`explain (analyze, format json) ${text}`, parameters).values();
      for (const [[{ Plan }]] of rows as unknown as [[{ Plan: Plan }]][]) sum += rowsOf(Plan);
    }
    return sum;
  } finally {
    await client.end();
  }
}
