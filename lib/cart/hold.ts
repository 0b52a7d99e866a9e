import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, packs, sweets } from "@/db/schema";
import { built, idList, run, together } from "@/db/transaction";
import type { Shopper } from "@/lib/auth/actor";
import { packsToSell } from "@/lib/catalogue/packs";
import { ruleColumns } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { belowMinimum, invalid, notFound, shortStock } from "@/lib/errors";
import { currentSettings } from "@/lib/settings/queries";
import { releaseExpired, takingStock } from "@/lib/stock/expired";
import { selectPlansOf, toPlans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import { fillShort, moveUnits, returnStatements, type Source } from "@/lib/stock/plan-moves";
import { assertDayOpen, dayOf, freeOf, type Opening, openingOf, shortDay } from "@/lib/stock/plan-rules";
import { assertCartDay, type CartDay, otherDay, validDay } from "./cart-day";
import {
  expiry,
  findCart,
  type LockedCart,
  liveOf,
  lockCart,
  ownerOrNew,
  type StoredLine,
  selectLines,
  setCartDay,
} from "./cart-row";
import {
  addressHashOf,
  countedOf,
  type Holder,
  holdLimit,
  leastLimit,
  limitOf,
  liveUnits,
  mostPacks,
  selectHeld,
  selectIsNew,
  selectOrdered,
  selectShared,
  unitsOf,
} from "./hold-limits";
import { MAX_VISITOR_PACKS } from "./schema";

/** What a change means for the visitor's cookie. */
export type CartChange = {
  /** Null when there is still no cart. */
  cartId: number | null;
  /** The new visitor's cart cookie, when a cart was created. */
  newCartToken: string | null;
  /** True when the cart's 30 days have started again, as those of its cookie should. */
  renewed: boolean;
};

/** A line of a cart: a sweet, and which of its packs; the default pack when there is none. */
export type LineKey = { productId: number; packId?: number };

/** Packs of a line in all, or to be added to it. */
type Change = { quantity: number } | { add: number };

/**
 * Sets a line to so many packs or adds some to it, and holds all of them for RESERVATION_MINUTES. A refusal creates no cart, nor does the
 * removal of a line from a cart that does not exist. `asked`: the day that the caller has named.
 */
export async function hold(actor: Shopper, key: LineKey, change: Change, db: Executor, asked?: Source) {
  const { newToken, ...owner } = ownerOrNew(actor);
  const holder = { ...owner, addressHash: addressHashOf(actor) };
  const { values } = await currentSettings();
  const calendar = { values, now: shopNow() };
  assertCartDay(asked, values, calendar.now);
  const held = await takingStock(db, [key.productId], (tx) => holdLine(tx, holder, key, change, asked, calendar));
  return { productId: key.productId, ...held, newCartToken: held.cartId === null ? null : newToken };
}

/** Locks: the cart, the sweet, expired lines of that sweet. */
async function holdLine(
  tx: Executor,
  holder: Holder,
  key: LineKey,
  change: Change,
  asked: Source | undefined,
  { values, now }: Omit<CartDay, "day">,
) {
  const isRemoval = "quantity" in change && change.quantity === 0;
  const cart = isRemoval ? await findCart(tx, holder) : await lockCart(tx, holder);
  const stored = validDay(cart?.day ?? null, values, now);
  const day = asked === undefined ? stored : asked;
  let found = await load(tx, cart, holder, key, { day, values, now });
  // The first line gives the cart its day.
  if (day !== stored && found.lines.length > 0) throw otherDay(stored);
  // The line of a sweet that was deleted, or of a pack that is switched off, can still be removed.
  if (!isRemoval && !found.isSold) throw notFound("Sweet not found.");
  if (!isRemoval && !found.pack?.active) throw notFound("Pack not found.");
  const wanted = wantedPacks(change, found.line.quantity);
  // Holds that have expired since the last run of the job are free, this shopper's own too.
  if (cart && wanted > found.toSell(found.line.held) && (await releaseExpired(tx, [key.productId])) > 0)
    found = await load(tx, cart, holder, key, { day, values, now });
  const holdable = await holdablePacks(tx, holder, wanted, found);
  const need = packsToTake(change, found, holdable, holder.userId === null);
  const isEmptied = wanted === 0 && found.lines.every(({ packId }) => packId === found.pack?.id);
  const nextDay = isEmptied ? null : day;
  if (cart && cart.day !== nextDay) await run(setCartDay(tx, cart.id, nextDay));
  const expiresAt = cart && (await write(tx, cart.id, holder.userId, found, wanted, need));
  return {
    cartId: cart?.id ?? null,
    renewed: cart?.renewed ?? false,
    // There is none only when the removed line is of a pack that does not exist.
    packId: found.pack?.id as number,
    /** Packs now held in this cart, and packs left for others. */
    quantity: wanted,
    available: found.pack?.active ? found.toSell(-need) : 0,
    /** ISO 8601; empty when nothing is held. */
    expiresAt: expiresAt ?? "",
    /** Packs in the whole cart, for the badge. */
    itemsCount: found.others + wanted,
  };
}

const NO_LINE: Pick<StoredLine, "quantity" | "held" | "isLive" | "addressHash" | "expiresAt"> = {
  quantity: 0,
  held: 0,
  isLive: false,
  addressHash: null,
  expiresAt: null,
};

type Found = Awaited<ReturnType<typeof load>>;

/** Reads what a hold depends on, in one round trip. With a cart it locks the sweet, too. `day` is the day of the line. */
async function load(
  tx: Executor,
  cart: LockedCart | undefined,
  holder: Holder,
  { productId, packId }: LineKey,
  { day, values, now }: CartDay,
) {
  const { userId, addressHash } = holder;
  const isLimited = cart !== undefined && addressHash !== null;
  const [selectPlan, selectDay] = day === null ? ([false, false] as const) : selectPlansOf(tx, [productId], day);
  const sweetIds = idList([productId]);
  const [, [found], lines = [], account, planRows = [], dayRows = [], shared = [], ordered = []] = await together(
    cart && lockSweets(tx, [productId]),
    selectPack(tx, { sweetId: productId, packId: packId ?? null }),
    cart && selectLines(tx, { cartId: cart.id }),
    isLimited && userId !== null && selectIsNew(tx, { userId }),
    selectPlan,
    selectDay,
    isLimited && selectShared(tx, { sweetIds, cartId: cart.id, userId, addressHash }),
    isLimited && selectOrdered(tx, { sweetIds, userId, addressHash }),
  );
  const plans = toPlans(planRows, dayRows);
  const plan = plans.get(productId);
  // A sweet that is made for the day is held from its plan, every other one from stock.
  const source: Source = plan?.plan ? day : null;
  const opening: Opening | null = plan && source !== null ? openingOf(plan, source, values, now) : null;
  const { pack, sweet } = found ?? {};
  const isSold = found?.deletedAt === null;
  const inDay = plan && source !== null ? freeOf(dayOf(plan, source)) : 0;
  const isClosed = opening !== null && opening.state !== "open";
  const stock = !sweet || !isSold || isClosed ? 0 : source === null ? sweet.stock : inDay;
  const isCounted = userId === null || account?.[0]?.isNew === true;
  const others = lines.filter((line) => line.packId !== pack?.id);
  const line = lines.find((line) => line.packId === pack?.id);
  // What the line holds from elsewhere is given back when it changes; what has expired of a closed day cannot be taken anew.
  const isElsewhere = line !== undefined && (line.day !== source || (isClosed && !line.isLive));
  return {
    sweetId: productId,
    pack,
    isSold,
    /** With what is free where the line is held from. */
    sweet: sweet && { ...sweet, stock },
    source,
    opening,
    plans,
    /** How many packs of the line can be sold when so many more than now are free. */
    toSell: (more: number) => (sweet && pack ? packsToSell(pack, { ...sweet, stock: stock + more * pack.units }) : 0),
    line: isElsewhere ? { ...NO_LINE, quantity: line.quantity } : (line ?? NO_LINE),
    /** The packs that the line holds from another source. */
    elsewhere: isElsewhere && line.held > 0 ? { day: line.day, held: line.held } : null,
    /** All lines of the cart. */
    lines,
    /** Packs in other lines of the cart. */
    others: others.reduce((sum, { quantity }) => sum + quantity, 0),
    /** What the hold is counted by beside the account; null: nothing. */
    addressHash: isCounted ? addressHash : null,
    /** Units of live holds and unpaid orders that are counted together with this hold. */
    counted: liveUnits(others, productId, source) + unitsOf(countedOf(shared, ordered, isCounted), productId, source),
  };
}

/** A sweet with the pack of an id, or with its default pack; no pack when the sweet has no such one. */
const selectPack = built((tx, { sweetId, packId }: { sweetId: number; packId: number | null }) =>
  tx
    .select({
      sweet: { ...ruleColumns, name: sweets.name },
      deletedAt: sweets.deletedAt,
      pack: { id: packs.id, units: packs.units, active: packs.active },
    })
    .from(sweets)
    .leftJoin(
      packs,
      and(
        eq(packs.sweetId, sweets.id),
        sql`case when ${packId}::int is null then ${packs.isDefault} else ${packs.id} = ${packId} end`,
      ),
    )
    .where(eq(sweets.id, sweetId)),
);

/** How many packs the line may hold. Only a hold that grows is limited; one that has expired is taken anew. */
async function holdablePacks(tx: Executor, holder: Holder, wanted: number, found: Found): Promise<number> {
  const { sweetId, source, sweet, pack, line, counted } = found;
  const live = liveOf(line);
  if (holder.addressHash === null || !sweet || !pack || wanted <= live) return Number.POSITIVE_INFINITY;
  let limit = leastLimit(holder, sweet);
  // Most holds are few packs: only for others is all that is held of the sweet added up.
  if (counted + wanted * pack.units > limit)
    limit = limitOf(
      holder,
      sweet,
      sweet.stock + unitsOf(await run(selectHeld(tx, [sweetId], source)), sweetId, source),
    );
  return Math.max(live, mostPacks(wanted, pack.units, limit - counted));
}

const wantedPacks = (change: Change, inCart: number): number =>
  "quantity" in change ? change.quantity : inCart + change.add;

/**
 * The packs that a line takes from its source; negative: gives back. Stock never refuses a reduction, which holds what there is. Throws:
 * - `day_closed`, `minimum_quantity`
 * - `insufficient_stock`, `hold_limit`: `available` packs could be added
 * - `invalid`: the cart is full
 */
function packsToTake(change: Change, found: Found, holdable: number, isVisitor: boolean) {
  const { sweet, line, others, source, opening } = found;
  const wanted = wantedPacks(change, line.quantity);
  const toSell = found.toSell(line.held);
  const most = Math.min(toSell, holdable);
  const isReduction = "quantity" in change && wanted < line.quantity;
  if (!isReduction && wanted > most) {
    const available = Math.max(0, most - line.quantity);
    if (source !== null && opening) assertDayOpen(opening, source, "day");
    if (holdable < toSell) throw holdLimit(isVisitor, available);
    throw source === null ? shortStock(available) : shortDay(available, source);
  }
  if (sweet && wanted > 0 && wanted < sweet.minimumQuantity) throw belowMinimum([sweet]);
  const isFull = (isVisitor && others + wanted > MAX_VISITOR_PACKS) || wanted > 1_00_000;
  if (wanted > line.quantity && isFull) throw fullCart(isVisitor);
  return Math.min(wanted, most) - line.held;
}

const fullCart = (isVisitor: boolean) =>
  invalid(
    "quantity",
    isVisitor
      ? `A cart holds at most ${MAX_VISITOR_PACKS} items. Please login to order more.`
      : "A cart holds at most 1,00,000 of one sweet.",
  );

/** Stores or deletes the line and moves its units. Returns when the hold expires. */
async function write(
  tx: Executor,
  cartId: number,
  userId: number | null,
  { sweetId, pack, source, opening, plans, line, elsewhere, addressHash }: Found,
  wanted: number,
  need: number,
): Promise<string | null> {
  if (!pack) return null;
  const held = line.held + need;
  // A hold that does not grow goes on to count for the address of before: elsewhere there may be no room for it.
  const countedBy = held > liveOf(line) ? addressHash : held > 0 ? line.addressHash : null;
  // Once a day is closed, what is held of it is not prolonged.
  const expiresAt = opening && opening.state !== "open" ? line.expiresAt : expiry();
  const by = { sweetId, userId, cartId };
  const units = need * pack.units;
  const returns = elsewhere
    ? await returnStatements(tx, [
        { ...by, day: elsewhere.day, units: elsewhere.held * pack.units, reason: "release" as const },
      ])
    : [];
  const reason = units > 0 ? "hold" : "release";
  const [[stored]] = await together(
    wanted === 0
      ? deleteLine(tx, cartId, pack.id)
      : storeLine(tx, {
          ...{ cartId, sweetId, packId: pack.id, quantity: wanted, held, day: source },
          ...(held > 0 && { addressHash: countedBy, expiresAt }),
        }),
    ...returns,
    ...(units === 0 ? [] : moveUnits(tx, plans, [{ ...by, day: source, held: units, reason }])),
  );
  if (units < 0 || elsewhere) await fillShort(tx, [sweetId]);
  return stored?.expiresAt ?? null;
}

type NewLine = Omit<typeof cartLines.$inferInsert, "expiresAt" | "createdAt"> & { expiresAt?: SQL | string | null };

function storeLine(tx: Executor, { expiresAt = null, addressHash = null, ...line }: NewLine) {
  const { quantity, held, day } = line;
  return tx
    .insert(cartLines)
    .values({ ...line, addressHash, expiresAt, shownPrice: sql`(select price from packs where id = ${line.packId})` })
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.packId],
      set: {
        quantity,
        held,
        day,
        expiresAt: sql`excluded.expires_at`,
        addressHash,
        shownPrice: sql`excluded.shown_price`,
      },
    })
    .returning({ expiresAt: cartLines.expiresAt });
}

const deleteLine = (tx: Executor, cartId: number, packId: number) =>
  tx
    .delete(cartLines)
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.packId, packId)))
    .returning({ expiresAt: sql<null>`null` });
