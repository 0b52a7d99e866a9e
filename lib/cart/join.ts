import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, carts, sweets, users } from "@/db/schema";
import { anyOf, idList, run, together } from "@/db/transaction";
import { ruleColumns } from "@/lib/catalogue/select";
import { indiaDay } from "@/lib/dates";
import { env } from "@/lib/env";
import { releaseExpired } from "@/lib/stock/expired";
import { loadPlans, type Plans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import { endHolds, returnHolds, type Source } from "@/lib/stock/plan-moves";
import { dayOf, freeOf } from "@/lib/stock/plan-rules";
import { type CartDay, validDay } from "./cart-day";
import { lockCart, type StoredLine, selectLines } from "./cart-row";
import {
  countedOf,
  limitOf,
  liveUnits,
  mostPacks,
  type Sum,
  selectHeld,
  selectIsNew,
  selectOrdered,
  selectShared,
  unitsOf,
} from "./hold-limits";

type Joining = { userId: number; tokenHash: string; addressHash: string | null };

/** When a cart was used last, in milliseconds since 1970: a change of a line begins its hold anew. */
const usedAt = ({ updatedAt }: { updatedAt: string }, lines: readonly StoredLine[]): number =>
  Math.max(
    Date.parse(updatedAt),
    ...lines.map(({ createdAt, expiresAt }) =>
      Math.max(Date.parse(createdAt), expiresAt ? Date.parse(expiresAt) - env.RESERVATION_MINUTES * 60_000 : 0),
    ),
  );

/**
 * The cart that was used last gives the day; what the other one holds elsewhere joins without a hold. Locks: the user's cart, the visitor's
 * cart, the sweets of both by id, expired lines of those that are planned.
 */
export async function join(
  tx: Executor,
  { userId, tokenHash, addressHash }: Joining,
  { values, now }: Omit<CartDay, "day">,
): Promise<void> {
  const isVisitors = eq(carts.tokenHash, tokenHash);
  const [[customer], [there], [ownBefore]] = await together(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.role, "customer"))),
    tx.select({ id: carts.id }).from(carts).where(isVisitors),
    // Before the cart is locked, which begins its 30 days anew.
    tx.select({ updatedAt: carts.updatedAt }).from(carts).where(eq(carts.userId, userId)),
  );
  if (!customer || !there) return;
  const owner = { userId, tokenHash: null };
  const { id: own, day: ownDay } = await lockCart(tx, owner);
  const [visitor] = await run(
    tx
      .select({
        id: carts.id,
        day: carts.day,
        giftWrap: carts.giftWrap,
        personalMessage: carts.personalMessage,
        updatedAt: carts.updatedAt,
      })
      .from(carts)
      .where(isVisitors)
      .for("update"),
  );
  if (!visitor) return;
  const [visitors, owns] = await together(selectLines(tx, { cartId: visitor.id }), selectLines(tx, { cartId: own }));
  const isVisitorLast =
    owns.length === 0 || (visitors.length > 0 && usedAt(visitor, visitors) >= usedAt(ownBefore ?? visitor, owns));
  const day = validDay(isVisitorLast ? visitor.day : ownDay, values, now);
  const sweetIds = [...new Set([...visitors, ...owns].map(({ sweetId }) => sweetId))];
  await run(lockSweets(tx, sweetIds));
  const plans = await loadPlans(tx, sweetIds, day ?? indiaDay(now));
  const sourceOf = (sweetId: number): Source => (plans.get(sweetId)?.plan ? day : null);
  // An expired hold of a day that is closed by now must not live again by joining one that still lives.
  if (day !== null) await releaseExpired(tx, [...plans.keys()]);
  await endHoldsElsewhere(tx, [visitor.id, own], sourceOf, userId);
  const [lines, ownLines] = await together(selectLines(tx, { cartId: visitor.id }), selectLines(tx, { cartId: own }));
  const { rooms, isCounted } = await readRooms(tx, { userId, addressHash }, own, sweetIds, plans, day);
  const joined = joinLines(lines, ownLines, rooms, sourceOf);
  await returnHolds(
    tx,
    joined.map(({ line, held }) => ({
      ...{ sweetId: line.sweetId, day: line.day, userId, cartId: own, reason: "release" as const },
      units: (line.held - held) * line.units,
    })),
  );
  await together(
    joined.length > 0 && addLines(tx, own, joined, sourceOf, isCounted ? addressHash : null),
    tx
      .update(carts)
      .set({
        day: lines.length + ownLines.length > 0 ? day : null,
        giftWrap: sql`${carts.giftWrap} or ${visitor.giftWrap}`,
        personalMessage: sql`coalesce(nullif(${carts.personalMessage}, ''), ${visitor.personalMessage})`,
      })
      .where(eq(carts.id, own)),
    tx.delete(cartLines).where(eq(cartLines.cartId, visitor.id)),
    tx.delete(carts).where(eq(carts.id, visitor.id)),
  );
}

/** Ends what carts hold of locked sweets from elsewhere than their common day. */
async function endHoldsElsewhere(
  tx: Executor,
  [one, other]: readonly [cartId: number, cartId: number],
  sourceOf: (sweetId: number) => Source,
  userId: number,
): Promise<void> {
  const lines = await together(selectLines(tx, { cartId: one }), selectLines(tx, { cartId: other }));
  const ended = lines.flat().filter(({ sweetId, day, held }) => held > 0 && day !== sourceOf(sweetId));
  await together(...endHolds(tx, ended));
  await returnHolds(
    tx,
    ended.map(({ cartId, sweetId, day, held, units }) => ({
      ...{ sweetId, day, userId, cartId, reason: "release" as const },
      units: held * units,
    })),
  );
}

/** The units of each sweet that the account may hold, null when nothing is limited; and whether it is counted by its address. */
async function readRooms(
  tx: Executor,
  { userId, addressHash }: Pick<Joining, "userId" | "addressHash">,
  cartId: number,
  sweetIds: readonly number[],
  plans: Plans,
  day: Source,
) {
  const asked = addressHash !== null && { sweetIds: idList(sweetIds), cartId, userId, addressHash };
  const [[account], found, held = [], shared = [], ordered = []] = await together(
    selectIsNew(tx, { userId }),
    tx.select({ id: sweets.id, sweet: ruleColumns }).from(sweets).where(anyOf(sweets.id, sweetIds)),
    asked && selectHeld(tx, sweetIds, day),
    asked && selectShared(tx, asked),
    asked && selectOrdered(tx, asked),
  );
  const isCounted = account?.isNew === true;
  if (addressHash === null) return { rooms: null, isCounted };
  const counted = countedOf(shared, ordered, isCounted);
  const rooms = found.map(({ id, sweet }) => {
    const plan = plans.get(id);
    const source = plan?.plan ? day : null;
    const free = source !== null && plan ? freeOf(dayOf(plan, source)) : sweet.stock;
    const limit = limitOf({ userId }, sweet, free + unitsOf(held, id, source));
    return { sweetId: id, day: source, units: limit - unitsOf(counted, id, source) };
  });
  return { rooms, isCounted };
}

type JoinedLine = { line: StoredLine; held: number };

/**
 * How many of the packs that each of the visitor's lines holds the account may hold beside its own: all of them, or as many as fit into the
 * room that the account has of the sweet. Lines of one sweet share it.
 */
function joinLines(
  lines: readonly StoredLine[],
  ownLines: readonly StoredLine[],
  rooms: readonly Sum[] | null,
  sourceOf: (sweetId: number) => Source,
): JoinedLine[] {
  const now = new Map(ownLines.map((line) => [line.packId, line]));
  return lines.map((line) => {
    const before = now.get(line.packId);
    const own = before?.held ?? 0;
    const others = liveUnits(
      [...now.values()].filter(({ packId }) => packId !== line.packId),
      line.sweetId,
      sourceOf(line.sweetId),
    );
    const most = rooms
      ? mostPacks(own + line.held, line.units, unitsOf(rooms, line.sweetId, sourceOf(line.sweetId)) - others)
      : own + line.held;
    const held = Math.max(0, most - own);
    const isLive = before?.isLive === true || (held > 0 && line.isLive);
    now.set(line.packId, { ...line, held: own + held, isLive });
    return { line, held };
  });
}

const addLines = (
  tx: Executor,
  cartId: number,
  joined: readonly JoinedLine[],
  sourceOf: (sweetId: number) => Source,
  addressHash: string | null,
) =>
  tx
    .insert(cartLines)
    .values(
      joined.map(({ line: { sweetId, packId, quantity, shownPrice, expiresAt, createdAt }, held }) => ({
        cartId,
        sweetId,
        packId,
        quantity,
        held,
        day: sourceOf(sweetId),
        shownPrice,
        ...(held > 0 && { expiresAt, addressHash }),
        createdAt,
      })),
    )
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.packId],
      set: {
        quantity: sql`${cartLines.quantity} + excluded.quantity`,
        held: sql`${cartLines.held} + excluded.held`,
        day: sql`excluded.day`,
        expiresAt: sql`greatest(${cartLines.expiresAt}, excluded.expires_at)`,
        addressHash: sql`case when excluded.held > 0 then excluded.address_hash else ${cartLines.addressHash} end`,
      },
    });
