// Plans and promises for tests, written as the commands of carts and orders write them.
import { driver, writeDb } from "@/db/client";
import { together } from "@/db/transaction";
import { enterBatch } from "@/lib/stock/batch-commands";
import { loadPlans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import { savePlan } from "@/lib/stock/plan-commands";
import { moveUnits } from "@/lib/stock/plan-moves";
import type { PlanInput } from "@/lib/stock/plan-schema";
import { aCustomer, anAdmin, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

const usual = { days: 1, time: "20:00" };
/** These units for Monday to Sunday, in turn. */
export const weekOf = (...units: number[]) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((weekday, at) => [weekday, units[at % units.length]]),
  ) as PlanInput["week"];

/** Plans so many units of a sweet for each weekday, ordered until 20:00 on the day before unless otherwise said. */
export const planFor = (admin: Member, sweet: { id: number }, units: number, orderBy = usual) =>
  savePlan(admin, sweet.id, { week: weekOf(units), orderBy, force: false }, pool);

/** A sweet that is made for the day, so many units each day; `quantity` in stock. */
export async function aPlanned({ capacity = 10, quantity = 0, orderBy = usual, ...more }: Planned = {}) {
  const sweet = await aSweet({ quantity, ...more });
  await planFor(await anAdmin(), sweet, capacity, orderBy);
  return sweet;
}
type Planned = { capacity?: number; orderBy?: typeof usual } & Parameters<typeof aSweet>[0];

export const batch = async (sweet: { id: number }, day: string, units: number, force = false) =>
  enterBatch(await anAdmin(), { productId: sweet.id, day, units, force }, pool);

type Options = { slot?: [from: string, to: string]; minutes?: number };

/**
 * Default packs of a day's plan, held by a new cart or ordered, whether the day is open or not; the id of the cart or order. `minutes`:
 * how long the hold lives.
 */
export async function promise(
  by: "held" | "ordered",
  sweet: { id: number },
  packs: number,
  day: string,
  { slot, minutes = 10 }: Options = {},
): Promise<number> {
  const buyer = await aCustomer();
  return writeDb().transaction(async (tx) => {
    const on = driver(tx);
    await together(lockSweets(tx, [sweet.id]));
    const [pack] = await on`select id, units from packs where sweet_id = ${sweet.id} and is_default`;
    const units = packs * (pack?.units as number);
    const [row] =
      by === "held"
        ? await on`insert into carts (user_id, day) values (${buyer.id}, ${day}) returning id`
        : await on`
            insert into orders (user_id, channel, total, day, method, slot_date, slot_from, slot_to)
            values (${buyer.id}, 'web', ${packs * 100}, ${day}, ${slot ? "delivery" : null}, ${slot ? day : null}, ${slot?.[0] ?? null},
              ${slot?.[1] ?? null}) returning id`;
    const id = row?.id as number;
    if (by === "held")
      await on`
        insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at, day)
        values (${id}, ${sweet.id}, ${pack?.id}, ${packs}, ${packs}, now() + ${minutes} * interval '1 minute', ${day})`;
    else {
      await on`
        insert into order_lines (order_id, sweet_id, pack_id, name, price, quantity, day)
        values (${id}, ${sweet.id}, ${pack?.id}, 'Sweet', 100, ${packs}, ${day})`;
      await on`insert into order_status_history (order_id, to_status) values (${id}, 'Pending')`;
    }
    const of =
      by === "held" ? { held: units, reason: "hold", cartId: id } : { ordered: units, reason: "order", orderId: id };
    await together(
      ...moveUnits(tx, await loadPlans(tx, [sweet.id], day), [
        { sweetId: sweet.id, day, ...of } as Parameters<typeof moveUnits>[2][number],
      ]),
    );
    return id;
  });
}

/** The stored figures of a day. */
export async function dayOf(sweet: { id: number }, day: string) {
  const [row] = await sql`
    select capacity, held, ordered, made, short from plan_days where sweet_id = ${sweet.id} and day = ${day}`;
  return row && { ...row };
}
export const stockOf = async (sweet: { id: number }) =>
  (await sql`select quantity as units from sweets where id = ${sweet.id}`)[0]?.units as number;
/** The ledger of a sweet, the newest last. */
export const ledgerOf = async (sweet: { id: number }) =>
  (await sql`select reason, delta, day::text, note from stock_ledger where sweet_id = ${sweet.id} order by id`).map(
    (row) => ({ ...row }) as { reason: string; delta: number; day: string | null; note: string | null },
  );
