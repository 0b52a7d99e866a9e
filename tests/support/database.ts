// What domain tests need of their database beside the shop's own pool.
import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, expect, vi } from "vitest";
import { connectionOptions, type Driver, driver, type Executor, executorOf } from "@/db/client";
import { faultCode } from "@/lib/errors";
import { sql } from "./sql";

const pools: { end: (options?: { timeout: number }) => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 5 })));
});

const open = (max: number, connection = {}) =>
  postgres(process.env.DATABASE_URL ?? "", { ...connectionOptions, max, connection, connect_timeout: 30 });

/**
 * A second pool on the same database: more buyers at once than one instance's connections, or another instance. Its limits are so long
 * that only what waits for ever is refused; `limits` in milliseconds.
 */
export function connect(
  connections = 16,
  limits: { lock_timeout?: number; statement_timeout?: number } = {},
): Executor {
  const pool = open(connections, { lock_timeout: 20_000, statement_timeout: 25_000, ...limits });
  pools.push(pool);
  return executorOf(pool);
}

/** A connection in a transaction of its own, to hold locks with. Its work is undone by `release`, done by `commit`. */
export async function hold(
  statement: (on: Driver, db: Executor) => Promise<unknown>,
): Promise<{ release: () => Promise<void>; commit: () => Promise<void> }> {
  const pool = open(1);
  const undone = new Error("undone on purpose");
  let end = (_how: "rollback" | "commit") => {};
  const ended = new Promise<"rollback" | "commit">((resolve) => {
    end = resolve;
  });
  let done = Promise.resolve();
  await new Promise<void>((held, failed) => {
    done = executorOf(pool)
      .transaction(async (tx) => {
        await statement(driver(tx), tx);
        held();
        if ((await ended) === "rollback") throw undone;
      })
      .catch((error) => {
        if (error !== undone) failed(error);
      });
  });
  const finish = async (how: "rollback" | "commit") => {
    end(how);
    await done;
    await pool.end({ timeout: 1 });
  };
  return { release: () => finish("rollback"), commit: () => finish("commit") };
}

/** For `hold` and `atOnceBehind`: the lock of a sweet, which every change of its stock needs. */
export const lockOf = (sweet: { id: number }) => (on: Driver) =>
  on`select 1 from sweets where id = ${sweet.id} for update`;

/** Until somebody, or so many, wait for a lock of another transaction; the processes of the server that do. */
export async function waitingForALock(count = 1, event?: "advisory"): Promise<number[]> {
  while (true) {
    const waiting = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = coalesce(${event ?? null}, wait_event)`;
    if (waiting.length >= count) return waiting.map(({ pid }) => pid as number);
    await setTimeout(10);
  }
}

/** Runs the same thing so many times at once; what came of each. */
export const atOnce = <T>(times: number, work: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: times }, (_, i) => work(i)));

/**
 * The same with everybody stopped at a lock first, so that whoever reads before locking has read: they start while another
 * transaction holds what `statement` locks, and go on together.
 */
export async function atOnceBehind<T>(
  statement: (on: Driver, db: Executor) => Promise<unknown>,
  times: number,
  work: (i: number) => Promise<T>,
) {
  const lock = await hold(statement);
  const tries = atOnce(times, work);
  await waitingForALock(Math.min(times, 12));
  await lock.release();
  return tries;
}

/** The successes of `atOnce`. */
export const done = <T>(tries: PromiseSettledResult<T>[]): T[] =>
  tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));

/** The codes of the failures of `atOnce`, each with how often it came: `{ insufficient_stock: 350 }`. */
export function refusals(tries: PromiseSettledResult<unknown>[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const one of tries) {
    if (one.status === "fulfilled") continue;
    const code = faultCode(one.reason) ?? String(one.reason);
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

/** The code and extras that a call is refused with; fails when it is not refused. */
export async function refusal(work: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await work;
  } catch (error) {
    const { message, extra } = error as { message: string; extra?: object };
    const code = faultCode(error);
    if (code === undefined) throw error;
    return { code, message, ...extra };
  }
  throw new Error("It was not refused.");
}

/** Listens to what the pages are notified of; each call gives what came since the one before. */
export async function pageNotifications(on: postgres.Sql = sql) {
  const payloads: string[] = [];
  await on.listen("pages", (payload) => payloads.push(payload));
  return async () => {
    // Notifications arrive in the order of their commits: with this one, all before it have.
    await on.notify("pages", "last");
    await vi.waitFor(() => expect(payloads.at(-1)).toBe("last"));
    return payloads.splice(0).slice(0, -1);
  };
}

/** Makes the holds of a sweet expire now, as if their minutes had passed. Locks in the shop's order: the sweet, then its lines. */
export const expireHolds = (sweetId: number) =>
  sql.begin(async (tx) => {
    await tx`select 1 from sweets where id = ${sweetId} for no key update`;
    await tx`update cart_lines set expires_at = now() - interval '1 second' where sweet_id = ${sweetId} and held > 0`;
  });

/** Free units, held units and units sold of a sweet, from the tables themselves. */
export async function unitsOf(sweetId: number) {
  const [row] = await sql`
    select s.quantity as free,
      (select coalesce(sum(held), 0)::int from cart_lines where sweet_id = s.id) as held,
      (select coalesce(sum(l.quantity), 0)::int from order_lines l join orders o on o.id = l.order_id
        where l.sweet_id = s.id and not o.stock_returned) as sold
    from sweets s where s.id = ${sweetId}`;
  return { free: row?.free as number, held: row?.held as number, sold: row?.sold as number };
}

const nothing = async (what: string, ...queries: PromiseLike<readonly object[]>[]) =>
  expect(
    (await Promise.all(queries)).flatMap((rows) => [...rows]),
    what,
  ).toEqual([]);

/**
 * Everything that must hold of stock and orders whatever happened before: each sweet's ledger adds up to its quantity, what
 * carts hold and orders took is in the ledger too, each order is whole and its total right, and each sweet is what its packs say.
 * `unitsChange`: trays are counted in other units now and then, so that what an order took then is another number now. A change while
 * nothing was in stock leaves no entry, so that the ledger alone cannot tell.
 */
export async function expectStockRight(on: Driver = sql, { unitsChange = false } = {}) {
  await nothing(
    "sums of ledgers",
    on`
      select s.id, s.quantity, sum(l.delta) as ledger from sweets s left join stock_ledger l on l.sweet_id = s.id
      group by s.id having s.quantity <> coalesce(sum(l.delta), 0)`,
  );
  await nothing(
    "units held that the ledger does not know",
    on`
        select s.id, coalesce(c.held, 0)::int as held, coalesce(l.held, 0)::int as ledger from sweets s
        left join (select l.sweet_id, sum(l.held * p.units) as held from cart_lines l join packs p on p.id = l.pack_id where l.day is null group by 1) c on c.sweet_id = s.id
        left join (select sweet_id, -sum(delta) as held from stock_ledger where reason in ('hold', 'release', 'expire') and day is null group by 1) l
          on l.sweet_id = s.id
        where coalesce(c.held, 0) <> coalesce(l.held, 0)`,
  );
  await nothing(
    "orders whose units the ledger does not know",
    on`
        select l.order_id, l.sweet_id, l.units, k.taken from (
          select l.order_id, l.sweet_id, sum(l.quantity * p.units) as units from order_lines l join packs p on p.id = l.pack_id
          -- Entries from before a change of the unit count in another one.
          where l.day is null and not ${unitsChange} and l.sweet_id not in (select sweet_id from stock_ledger where reason = 'unit_change') group by 1, 2
        ) l join orders o on o.id = l.order_id
        left join (
          select order_id, sweet_id, -sum(delta) as taken from stock_ledger
          where reason in ('order', 'purchase', 'cancel', 'reinstate') and day is null group by 1, 2
        ) k on k.order_id = l.order_id and k.sweet_id = l.sweet_id
        where coalesce(k.taken, 0) <> case when o.stock_returned then 0 else l.units end`,
  );
  await expectPlansRight(on);
  await nothing(
    "sweets that are not what their packs say",
    on`
        select s.id, s.price, s.net_weight_grams, s.default_units, s.largest_units, p.* from sweets s
        left join (
          select sweet_id, count(*) filter (where is_default) as defaults, max(price) filter (where is_default) as price,
            max(grams) filter (where is_default) as grams, max(units) filter (where is_default) as units,
            max(units) filter (where active) as largest
          from packs group by 1
        ) p on p.sweet_id = s.id
        where p.defaults is distinct from 1 or (s.price, s.net_weight_grams, s.default_units, s.largest_units)
          is distinct from (p.price, p.grams, p.units, p.largest)`,
  );
  await nothing(
    "holds of packs that are not on sale",
    on`
        select l.sweet_id, l.pack_id, l.held from cart_lines l join packs p on p.id = l.pack_id join sweets s on s.id = l.sweet_id
        where l.held > 0 and (not p.active or s.deleted_at is not null)`,
  );
  await nothing(
    "totals that are not the orders'",
    on`
        select * from (
          select (created_at at time zone 'Asia/Kolkata')::date::text as day, status, count(*) as orders, sum(total) as total
          from orders group by 1, 2
        ) o full join (
          select day::text, status, sum(orders) as orders, sum(total) as total from order_totals group by 1, 2
        ) t using (day, status) where (coalesce(o.orders, 0), coalesce(o.total, 0)) <> (coalesce(t.orders, 0), coalesce(t.total, 0))`,
    on`
        select * from (
          select l.sweet_id, sum(l.quantity) as units, coalesce(sum(l.quantity * l.grams), 0) as grams
          from order_lines l join orders o on o.id = l.order_id where o.status <> 'Cancelled' group by 1
        ) o full join sweet_sales s using (sweet_id)
        where (coalesce(o.units, 0), coalesce(o.grams, 0)) <> (coalesce(s.units, 0), coalesce(s.grams, 0))`,
  );
  await nothing(
    "orders that are not whole",
    on`
        select o.id, o.total, l.sum from orders o
        left join (select order_id, sum(price * quantity) as sum from order_lines group by 1) l on l.order_id = o.id
        where o.total is distinct from l.sum + case when o.gift_wrap then 5000 else 0 end + o.delivery_fee
          or not exists (select 1 from order_status_history h where h.order_id = o.id and h.to_status = 'Pending')
          or o.status <> (select to_status from order_status_history h where h.order_id = o.id order by id desc limit 1)`,
  );
}

/**
 * Each day of a plan has what carts and orders say, within its capacity before the first batch, and after it what is set aside is in the
 * ledger. Entries from before a change of the unit count in another one.
 */
export async function expectPlansRight(on: Driver = sql) {
  await nothing(
    "days of plans that are not what lines and ledger say",
    on`
        select sweet_id, day::text, d.*, c.held as in_carts, o.ordered as in_orders, l.made as made_by_ledger, l.set_aside
        from plan_days d
        full join (
          select l.sweet_id, l.day, sum(l.held * p.units)::int as held from cart_lines l join packs p on p.id = l.pack_id
          where l.day is not null and l.held > 0 group by 1, 2
        ) c using (sweet_id, day)
        full join (
          select l.sweet_id, l.day, sum(l.quantity * p.units)::int as ordered
          from order_lines l join orders o on o.id = l.order_id join packs p on p.id = l.pack_id
          where l.day is not null and (o.status <> 'Cancelled' or exists (
            select from order_status_history h where h.order_id = o.id and h.to_status in ('Shipped', 'Completed')))
          group by 1, 2
        ) o using (sweet_id, day)
        full join (
          select sweet_id, day, sum(delta) filter (where reason = 'made') as made,
            -coalesce(sum(delta) filter (where reason <> 'made'), 0) as set_aside
          from stock_ledger
          where day is not null and sweet_id not in (select sweet_id from stock_ledger where reason = 'unit_change') group by 1, 2
        ) l using (sweet_id, day)
        where coalesce(d.held, 0) <> coalesce(c.held, 0) or coalesce(d.ordered, 0) <> coalesce(o.ordered, 0)
          or (d.made is null and d.held + d.ordered > d.capacity + d.above)
          or (sweet_id not in (select sweet_id from stock_ledger where reason = 'unit_change') and (
            coalesce(d.made, 0) <> coalesce(l.made, 0)
            or coalesce(case when d.made is not null then d.held + d.ordered - d.short end, 0) <> coalesce(l.set_aside, 0)))`,
  );
}

/** The places of windows are exactly the orders that hold one. */
export async function expectPlacesRight(on: Driver = sql) {
  await nothing(
    "places taken that no order holds, or the other way round",
    on`
        select * from slot_places p full join (
          select slot_date as date, slot_from as from_time, case method when 'pickup' then 'pickup' else 'delivery' end as pool, count(*)::int as orders
          from orders where slot_date is not null and status <> 'Cancelled' group by 1, 2, 3
        ) o using (date, from_time, pool) where coalesce(p.taken, 0) <> coalesce(o.orders, 0)`,
  );
}
