import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orders, users } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { holdLimit, isNew, isUnpaid, leastLimit, limitOf, selectHeld, unitsOf } from "@/lib/cart/hold-limits";
import { asciiDigits } from "@/lib/digits";
import { AppError } from "@/lib/errors";
import { hasNoAccount } from "@/lib/order-access";
import type { Line } from "./day-rules";
import { digitsOf } from "./filter";
import type { FoundPack } from "./pack-select";
import { namesPacks, poolsOf, shortExtra, shortOf } from "./place-rules";
import type { OrderInput } from "./schema";

/* What a customer may order without paying for it (docs/behaviour.md#limits-of-holds). Staff and programs are not limited. */

/** Orders that may be open and unpaid: of one account, and without one of a telephone number; and of an address in 24 hours. */
const MAX_UNPAID = { account: 20, phone: 3, address: 30 };

/** Whose orders are limited. `isNew`: what others of its address have counts too, new accounts or visitors. */
export type Buyer = { userId: number | null; addressHash: string; isNew: boolean };

/** Whose orders are counted: an account's, or without one (`userId` null) those of a telephone number and an address. */
type Counted = { userId: number | null; phone: string; addressHash: string };

const lockOrdersOf = (what: unknown) => sql`pg_advisory_xact_lock(hashtextextended('orders of ' || ${what}, 0))`;
const phoneDigits = (phone: string) => asciiDigits(phone).replace(/\D/g, "").slice(-10);

const lockAccount = built((tx, { userId }: { userId: number }) =>
  tx
    .select({ isNew, locked: lockOrdersOf(users.id) })
    .from(users)
    .where(eq(users.id, userId)),
);

/**
 * Takes the lock by which orders that are counted together are placed one after the other. To be sent after the lock of the cart. It is not
 * the row of the account, which a login locks after sweets.
 */
export const lockBuyer = (tx: Executor, { userId, phone, addressHash }: Counted) =>
  userId === null
    ? tx
        .select({
          isNew: sql<boolean>`true`,
          locked: lockOrdersOf(addressHash),
          phone: lockOrdersOf(phoneDigits(phone)),
        })
        .from(sql`(select 1) one`)
    : lockAccount(tx, { userId });

const isOpenUnpaid = and(isUnpaid, inArray(orders.status, ["Pending", "Processing"]));
const countOfAccount = built((tx, { userId }: { userId: number }) =>
  tx
    .select({ account: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), isOpenUnpaid)),
);

/** How many orders are unpaid: open ones of an account or a telephone number, and those of an address in the last 24 hours. */
export function countUnpaid(tx: Executor, { userId, phone, addressHash }: Counted) {
  if (userId !== null) return countOfAccount(tx, { userId });
  const isOfPhone = sql`right(${digitsOf(orders.customerPhone)}, 10) = ${phoneDigits(phone)}`;
  const isOfAddress = and(eq(orders.addressHash, addressHash), gt(orders.createdAt, sql`now() - interval '1 day'`));
  return tx
    .select({
      phone: tx.$count(orders, and(isOfPhone, hasNoAccount, isOpenUnpaid)),
      address: tx.$count(orders, and(isOfAddress, hasNoAccount, isUnpaid)),
    })
    .from(sql`(select 1) one`);
}

/** Throws `order_limit` when there are as many unpaid orders as there may be. */
export function assertFewUnpaid({ account = 0, phone = 0, address = 0 }): void {
  if (account < MAX_UNPAID.account && phone < MAX_UNPAID.phone && address < MAX_UNPAID.address) return;
  const open = phone < MAX_UNPAID.phone ? Math.max(account, address) : phone;
  throw new AppError(
    "order_limit",
    `You have ${open} orders that are not paid yet. Please pay or cancel one, or call us.`,
  );
}

/** Packs of a line that the buyer's cart holds where the order takes them from; an expired hold is taken anew. */
const liveHeld = ({ inCart, day }: Pick<Line, "inCart" | "day">) =>
  inCart?.isLive && inCart.day === day ? inCart.held : 0;

/**
 * Throws `hold_limit` with the lines that go over what a buyer may have of a sweet in holds and unpaid orders. Packs that the own cart holds
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
  if (short[0]) throw holdLimit(buyer.userId === null, short[0].available, shortExtra(short, namesPacks(items)));
}
