import postgres from "postgres";
import type { Part } from "../bench";
import { allAnswered, effort, load, median, type Row, whole } from "../measure";
import { someSweets } from "../routes";
import { signedIn } from "../world";

/** 100,000 free default packs, as many as the owner can have, of each of these sweets. A run that takes more calls it between rounds. */
export async function stockUp(databaseUrl: string, ids: number[]) {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`
    with added as (
      update sweets s set quantity = 100000 * s.default_units from sweets before
      where before.id = s.id and s.id = any(${ids}) and s.quantity < 100000 * s.default_units
      returning s.id, s.quantity - before.quantity as delta
    )
    insert into stock_ledger (sweet_id, delta, reason) select id, delta, 'restock' from added`;
  await sql.end();
}

export const DELIVERY = {
  recipientName: "Asha Sharma",
  deliveryAddress: "12 Hill Road, Mumbai",
  phoneNumber: "9820000000",
};

/** Ten customers who reserve and order without a pause. */
export async function orderingClients(database: string) {
  const sweets = await someSweets(database, 100);
  await stockUp(database, sweets);
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
          body: JSON.stringify({ items: [{ productId, quantity: 1 }], delivery: DELIVERY }),
        },
      ]),
  }));
}

/**
 * Ten customers who reserve and order without a pause, beside ten who ask an empty handler of a bare Next.js application. RATE_LIMIT=off.
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
            goal: "≥ 0.2 × an empty handler",
            met: median(ratio) >= 0.2,
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
    return { rows };
  } finally {
    await shop.stop();
    await bare.stop();
  }
};
