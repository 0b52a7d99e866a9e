import postgres from "postgres";
import type { Part } from "../bench";
import { allAnswered, effort, load, median, type Row, whole } from "../measure";
import { hasPgbench, pgbench } from "../pgbench";
import { someSweets } from "../routes";
import { signedIn } from "../world";

/**
 * As many free units as a sweet may have (stock_at_most in db/functions), of each of these. A run that takes more calls it between
 * rounds.
 */
export async function stockUp(databaseUrl: string, ids: number[]) {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`select restock(id, 100000 - quantity / default_units, null) from sweets where id = any(${ids}) and quantity / default_units < 100000`;
  await sql.end();
}

/** Ten customers who reserve and order without a pause. */
export async function orderingClients(database: string) {
  const sweets = await someSweets(database, 100);
  await stockUp(database, sweets);
  const delivery = {
    recipientName: "Asha Sharma",
    deliveryAddress: "12 Hill Road, Mumbai",
    phoneNumber: "9820000000",
  };
  return (await signedIn(database, 10)).map(({ token }, i) => ({
    headers: { authorization: `Bearer ${token}` },
    // Each goes through sweets of the own shelf: what many want at once is the part `hot`.
    requests: sweets
      .filter((_, n) => n % 10 === i)
      .flatMap((productId) => [
        { method: "POST", path: "/api/cart/reserve", body: JSON.stringify({ productId, quantity: 1 }) },
        {
          method: "POST",
          path: "/api/orders",
          body: JSON.stringify({ items: [{ productId, quantity: 1 }], delivery }),
        },
      ]),
  }));
}

/** Calls a second of the two database functions alone, by ten customers who each go through ten sweets of their own. */
async function statements(database: string): Promise<number> {
  const sweets = await someSweets(database, 100);
  await stockUp(database, sweets);
  const [first] = await signedIn(database, 10);
  const sweet = `(array[${sweets}])[:place]`;
  const script = `
\\set who ${first?.id} + :client_id
\\set place 1 + :client_id + 10 * random(0, 9)
select * from hold_line(:who, null, ${sweet}, null, 1, 15, 200);
select * from place_order(:who, 'api', array[${sweet}], array[1], array[null]::bigint[], 'Asha Sharma', '12 Hill Road, Mumbai',
  '9820000000', null, false, 0, null, false);
`;
  return pgbench(database, "orders", script, 10) * 2;
}

/**
 * Ten customers who reserve and order without a pause, beside ten who ask an empty handler of a bare Next.js application, and beside the
 * database functions alone. RATE_LIMIT=off.
 */
export const orders: Part = async (world) => {
  const database = await world.database(10_000);
  const [bare, shop] = [await world.bare(), await world.serve(database)];
  try {
    const people = await orderingClients(database);
    const keyed = people.map((person) => ({
      ...person,
      headers: { ...person.headers, "idempotency-key": "bench-{n}" },
    }));
    const empty = [{ headers: {}, requests: [{ method: "POST", path: "/api/bench-empty", body: "{}" }] }];
    const kinds = { empty, plain: people, keyed };
    const alone: number[] = [];
    const found: Record<string, { perSecond: number[]; p99: number[]; ratio: number[]; cpu: number[] }> = {};
    const { url, cpu } = shop;
    const server = (name: string) => (name === "empty" ? { url: bare.url, cpu: bare.cpu } : { url, cpu });
    for (const [name, clients] of Object.entries(kinds))
      await load({ ...server(name), clients, seconds: effort.warmUp });
    for (let round = 0; round < effort.rounds; round++) {
      let limit = 0;
      for (const [name, clients] of Object.entries(kinds)) {
        const result = allAnswered(name, await load({ ...server(name), clients }));
        if (name === "empty") limit = result.perSecond;
        const list = (found[name] ??= { perSecond: [], p99: [], ratio: [], cpu: [] });
        list.perSecond.push(result.perSecond);
        list.p99.push(result.p99);
        list.cpu.push(result.cpu);
        list.ratio.push(result.perSecond / limit);
      }
      if (hasPgbench()) alone.push(await statements(database));
    }
    const rows: Omit<Row, "part">[] = Object.entries({ plain: "", keyed: " with Idempotency-Key" }).flatMap(
      ([name, words]) => {
        const { perSecond = [], p99 = [], ratio = [], cpu = [] } = found[name] ?? {};
        return [
          {
            what: `reserve + order${words}, 10 clients, calls`,
            ours: `${whole(median(perSecond))} /s`,
            limit: `${whole(median(found.empty?.perSecond ?? []))} /s`,
            ratio: median(ratio),
            cpuRatio: median(found.empty?.cpu ?? []) / median(cpu),
            goal: "≥ 0.4 × an empty handler",
            met: median(ratio) >= 0.4,
          },
          {
            what: `reserve + order${words}, p99`,
            ours: `${whole(median(p99))} ms`,
            goal: "< 250 ms",
            met: median(p99) < 250,
          },
        ];
      },
    );
    if (alone.length > 0)
      rows.push({
        what: "the same database functions in pgbench, calls",
        ours: `${whole(median(alone))} /s`,
        goal: "(no goal: what reserve + order would reach without HTTP)",
        met: null,
      });
    return { rows };
  } finally {
    await shop.stop();
    await bare.stop();
  }
};
