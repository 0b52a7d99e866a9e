import postgres from "postgres";
import type { Part } from "../bench";
import { allAnswered, effort, load, median, whole } from "../measure";
import { hasPgbench, pgbench } from "../pgbench";
import { someSweets } from "../routes";
import { type Person, signedIn } from "../world";
import { addHoldFunction } from "./one-statement";
import { stockUp } from "./orders";

const BUYERS = 50;

/** Fifty shoppers who all reserve one sweet, through the API and as one statement of PostgreSQL alone. */
export const hot: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const [sweet = 0] = await someSweets(database, 1);
    await stockUp(database, [sweet]);
    await addHoldFunction(database);
    const people = await signedIn(database, BUYERS);
    const body = JSON.stringify({ productId: sweet, quantity: 1 });
    const clients = people.map(({ token }) => ({
      headers: { authorization: `Bearer ${token}` },
      requests: [{ method: "POST", path: "/api/cart/reserve", body }],
    }));
    const through = { url: shop.url, clients, connections: BUYERS };
    const bare = hasPgbench() ? statement : clientLoop;
    await load({ ...through, seconds: effort.warmUp });
    await bare(database, sweet, people);
    const ours: number[] = [];
    const limits: number[] = [];
    const p99: number[] = [];
    for (let round = 0; round < effort.rounds; round++) {
      await stockUp(database, [sweet]);
      limits.push(await bare(database, sweet, people));
      await stockUp(database, [sweet]);
      const result = allAnswered("hot", await load(through));
      ours.push(result.perSecond);
      p99.push(result.p99);
    }
    const ratio = median(ours.map((rate, i) => rate / (limits[i] as number)));
    return {
      rows: [
        {
          what: `one sweet, ${BUYERS} buyers at once (p99 ${whole(median(p99))} ms)`,
          ours: `${whole(median(ours))} /s`,
          limit: `${whole(median(limits))} /s`,
          ratio,
          goal: `≥ 0.3 × one statement in ${bare === statement ? "pgbench" : "a bare client loop"}`,
          met: ratio >= 0.3,
        },
      ],
    };
  } finally {
    await shop.stop();
  }
};

function statement(database: string, sweet: number, people: Person[]): number {
  const first = people[0]?.id ?? 0;
  const script = `\\set who ${first} + :client_id\nselect bench_hold(:who, ${sweet});\n`;
  return pgbench(database, "hot", script, BUYERS);
}

async function clientLoop(database: string, sweet: number, people: Person[]): Promise<number> {
  const sql = postgres(database, { max: BUYERS });
  let done = 0;
  const until = Date.now() + effort.seconds * 1000;
  await Promise.all(
    people.map(async ({ id }) => {
      while (Date.now() < until) {
        await sql`select bench_hold(${id}, ${sweet})`;
        done++;
      }
    }),
  );
  await sql.end();
  return done / effort.seconds;
}
