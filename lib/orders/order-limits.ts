import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orders, users } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { holdLimit, isNew, isUnpaid, leastLimit, limitOf, selectHeld, unitsOf } from "@/lib/cart/hold-limits";
import { AppError } from "@/lib/errors";
import type { Line } from "./day-rules";
import type { FoundPack } from "./pack-select";
import { namesPacks, poolsOf, shortExtra, shortOf } from "./place-rules";
import type { OrderInput } from "./schema";

/*
 * What a customer may order without paying for it (docs/behaviour.md#limits-of-holds). Staff and programs are not limited.
 */

/** Orders of one account that may be open and unpaid. */
const MAX_UNPAID = 20;

/** A customer whose orders are limited. `isNew`: what new accounts of its address have counts too. */
export type Buyer = { userId: number; addressHash: string; isNew: boolean };

/**
 * Takes the lock by which the orders of an account are placed one after the other. To be sent after the lock of its cart. It is not the row
 * of the account, which a login locks after sweets.
 */
export const lockAccount = built((tx, { userId }: { userId: number }) =>
  tx
    .select({ isNew, locked: sql`pg_advisory_xact_lock(hashtextextended('orders of ' || ${users.id}, 0))` })
    .from(users)
    .where(eq(users.id, userId)),
);

const openStates = ["Pending", "Processing"] as const;

/** How many orders of an account are open and unpaid. */
export const countUnpaid = built((tx, { userId }: { userId: number }) =>
  tx
    .select({ open: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), isUnpaid, inArray(orders.status, openStates))),
);

/** Throws `order_limit` when an account has as many unpaid orders as it may have. */
export function assertFewUnpaid(open: number): void {
  if (open < MAX_UNPAID) return;
  throw new AppError(
    "order_limit",
    `You have ${open} orders that are not paid yet. Please pay or cancel one, or call us.`,
  );
}

/** Packs of a line that the buyer's cart holds where the order takes them from; an expired hold is taken anew. */
const liveHeld = ({ inCart, day }: Pick<Line, "inCart" | "day">) =>
  inCart?.isLive && inCart.day === day ? inCart.held : 0;

/**
 * Throws `hold_limit` with the lines that go over what one account may have of a sweet in holds and unpaid orders. Packs that its cart holds
 * can always be bought. Where stock is the tighter bound, `assertStock` refuses instead. The caller has locked the sweets.
 * @param counted what counts beside the holds of the cart
 */
export async function assertHoldLimits(
  tx: Executor,
  items: OrderInput["items"],
  lines: readonly Line[],
  found: readonly FoundPack[],
  buyer: Buyer,
  counted: Parameters<typeof unitsOf>[0],
): Promise<void> {
  const sum = (units: readonly number[]) => units.reduce((all, one) => all + one, 0);
  const large = poolsOf(lines).flatMap((pool) => {
    const [{ sweet, day }] = pool;
    const packs = found.filter((one) => one.sweet.id === sweet.id);
    const before =
      sum(packs.map((one) => liveHeld({ ...one, day }) * one.pack.units)) + unitsOf(counted, sweet.id, day);
    const more = sum(pool.map((line) => Math.max(0, line.quantity - liveHeld(line)) * line.pack.units));
    return more > 0 && before + more > leastLimit(buyer, sweet) ? [{ pool, before }] : [];
  });
  // Most orders are few packs: only for others is all that is held of the sweets added up.
  if (large.length === 0) return;
  // What is not from stock is from the plans of one day.
  const planned = lines.find(({ day }) => day !== null)?.day ?? null;
  const sweetIds = large.map(({ pool: [{ sweet }] }) => sweet.id);
  const held = await run(selectHeld(tx, sweetIds, planned));
  const limited = large.flatMap(({ pool, before }) => {
    const [{ sweet, day, free }] = pool;
    const limit = limitOf(buyer, sweet, free + unitsOf(held, sweet.id, day));
    const room = Math.max(0, limit - before);
    return room < free ? pool.map((line) => ({ ...line, held: liveHeld(line), free: room })) : [];
  });
  const short = shortOf(limited);
  if (short[0]) throw holdLimit(false, short[0].available, shortExtra(short, namesPacks(items)));
}
