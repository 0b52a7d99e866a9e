import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, carts, sweets, users } from "@/db/schema";
import { anyOf, idList, run, together } from "@/db/transaction";
import { lockSweets, moveStock } from "@/lib/stock/moves";
import { lockCart, type StoredLine, selectLines } from "./cart-row";
import { limitOf, liveUnits, mostPacks, selectHeld, selectIsNew, selectShared, unitsOf } from "./hold-limits";

type Joining = { userId: number; tokenHash: string; addressHash: string | null };

/** Locks: the user's cart, the visitor's cart, the visitor's sweets by id. */
export async function join(tx: Executor, { userId, tokenHash, addressHash }: Joining): Promise<void> {
  const isVisitors = eq(carts.tokenHash, tokenHash);
  const [[customer], [there]] = await together(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.role, "customer"))),
    tx.select({ id: carts.id }).from(carts).where(isVisitors),
  );
  if (!customer || !there) return;
  const owner = { userId, tokenHash: null };
  const { id: own } = await lockCart(tx, owner);
  const [visitor] = await run(
    tx
      .select({ id: carts.id, giftWrap: carts.giftWrap, personalMessage: carts.personalMessage })
      .from(carts)
      .where(isVisitors)
      .for("update"),
  );
  if (!visitor) return;
  const sweetIds = [...new Set((await run(selectLines(tx, { cartId: visitor.id }))).map(({ sweetId }) => sweetId))];
  const [, lines, ownLines, found, held, [account], shared = []] = await together(
    lockSweets(tx, sweetIds),
    selectLines(tx, { cartId: visitor.id }),
    selectLines(tx, { cartId: own }),
    tx
      .select({ id: sweets.id, stock: sweets.stock, defaultUnits: sweets.defaultUnits })
      .from(sweets)
      .where(anyOf(sweets.id, sweetIds)),
    selectHeld(tx, sweetIds),
    selectIsNew(tx, { userId }),
    addressHash !== null && selectShared(tx, { sweetIds: idList(sweetIds), cartId: own, userId, addressHash }),
  );
  const isCounted = account?.isNew === true;
  const rooms = found.map(({ id, stock, defaultUnits }) => {
    const limit = limitOf(owner, defaultUnits, stock + unitsOf(held, id));
    return { sweetId: id, units: limit - (isCounted ? unitsOf(shared, id) : 0) };
  });
  const joined = joinLines(lines, ownLines, addressHash === null ? null : rooms);
  const countedBy = isCounted ? addressHash : null;
  await together(
    ...moveStock(
      tx,
      joined.map(({ line, held: kept }) => ({
        sweetId: line.sweetId,
        delta: (line.held - kept) * line.units,
        reason: "release",
        userId,
        cartId: own,
      })),
    ),
    joined.length > 0 && addLines(tx, own, joined, countedBy),
    tx
      .update(carts)
      .set({
        giftWrap: sql`${carts.giftWrap} or ${visitor.giftWrap}`,
        personalMessage: sql`coalesce(nullif(${carts.personalMessage}, ''), ${visitor.personalMessage})`,
      })
      .where(eq(carts.id, own)),
    tx.delete(cartLines).where(eq(cartLines.cartId, visitor.id)),
    tx.delete(carts).where(eq(carts.id, visitor.id)),
  );
}

type JoinedLine = { line: StoredLine; held: number };

/**
 * How many of the packs that each of the visitor's lines holds the account may hold beside its own: all of them, or as many as fit into the
 * room that the account has of the sweet. Lines of one sweet share it.
 */
function joinLines(
  lines: readonly StoredLine[],
  ownLines: readonly StoredLine[],
  rooms: readonly { sweetId: number; units: number }[] | null,
): JoinedLine[] {
  const now = new Map(ownLines.map((line) => [line.packId, line]));
  return lines.map((line) => {
    const before = now.get(line.packId);
    const own = before?.held ?? 0;
    const others = liveUnits(
      [...now.values()].filter(({ packId }) => packId !== line.packId),
      line.sweetId,
    );
    const most = rooms
      ? mostPacks(own + line.held, line.units, unitsOf(rooms, line.sweetId) - others)
      : own + line.held;
    const held = Math.max(0, most - own);
    const isLive = before?.isLive === true || (held > 0 && line.isLive);
    now.set(line.packId, { ...line, held: own + held, isLive });
    return { line, held };
  });
}

const addLines = (tx: Executor, cartId: number, joined: readonly JoinedLine[], addressHash: string | null) =>
  tx
    .insert(cartLines)
    .values(
      joined.map(({ line: { sweetId, packId, quantity, expiresAt, createdAt }, held }) => ({
        cartId,
        sweetId,
        packId,
        quantity,
        held,
        ...(held > 0 && { expiresAt, addressHash }),
        createdAt,
      })),
    )
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.packId],
      set: {
        quantity: sql`${cartLines.quantity} + excluded.quantity`,
        held: sql`${cartLines.held} + excluded.held`,
        expiresAt: sql`greatest(${cartLines.expiresAt}, excluded.expires_at)`,
        addressHash: sql`case when excluded.held > 0 then excluded.address_hash else ${cartLines.addressHash} end`,
      },
    });
