import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { cartLines, sweets } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError, notFound, shortStock } from "@/lib/errors";
import { storeImage } from "@/lib/images/commands";
import type { Derived } from "@/lib/images/pipeline";
import { toPaise } from "@/lib/money";
import { moveStock, releaseExpiredHoldsOf, withinStockLimit } from "@/lib/stock/move-commands";
import { listSamples } from "./admin-queries";
import { findSweet } from "./queries";
import type { CreateSweetInput, UpdateSweetInput } from "./schema";
import type { SweetWithPicture } from "./select";

const sweetNotFound = () => notFound("Sweet not found.");

/** The name as a part of an address: `Kaju Katli (250 g)` → `kaju-katli-250-g`. */
export const slugOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "") // without its accent, è is an e
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "") || "sweet";

/** The columns of the fields that were sent. Drizzle leaves out what is undefined. */
const columnsOf = ({ price, prepHours, travels, hsn, details, ...fields }: UpdateSweetInput) => ({
  ...fields,
  ...details,
  ownPrepHours: prepHours,
  ownTravels: travels,
  ownHsn: hsn,
  price: price === undefined ? undefined : toPaise(price),
});

async function findWritten(id: number, db: Executor): Promise<SweetWithPicture> {
  const sweet = await findSweet(id, db);
  if (!sweet) throw sweetNotFound();
  return sweet;
}

/** Adds a sweet, with its first stock in the ledger, and its picture. Admins only. */
export async function createSweet(
  actor: Actor,
  { stock, quantity = stock, ...input }: CreateSweetInput,
  picture: Derived | null = null,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  const slug = slugOf(input.name);
  return db.transaction(async (tx) => {
    const imageId = picture && (await storeImage(tx, picture));
    const { details, prepHours: ownPrepHours, travels: ownTravels, hsn: ownHsn, ...fields } = input;
    const own = { ownPrepHours, ownTravels, ownHsn };
    const row = { ...fields, ...details, ...own, price: toPaise(input.price), quantity: 0, imageId };
    let created: { id: number } | undefined;
    for (let n = 1; !created; n++) {
      [created] = await tx
        .insert(sweets)
        .values({ ...row, slug: n === 1 ? slug : `${slug}-${n}` })
        .onConflictDoNothing({ target: sweets.slug })
        .returning({ id: sweets.id });
    }
    await moveStock(tx, { sweetId: created.id, delta: quantity ?? 0, reason: "initial", userId: actor.id });
    return findWritten(created.id, tx);
  });
}

/**
 * Changes what was sent. With `stockWas` the difference typed is applied, so that a sale meanwhile is not undone.
 * Throws `not_found`; `stale_version` when `version` is not today's; `insufficient_stock` when the difference would
 * take out more than is there; `invalid` when it would bring the free units over 1,00,000. Admins only.
 */
export async function updateSweet(
  actor: Actor,
  id: number,
  { stock, quantity, stockWas, version, removeImage, ...input }: UpdateSweetInput,
  picture: Derived | null = null,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  return db.transaction(async (tx) => {
    const current = await lockSweet(tx, id);
    if (version !== undefined && version !== current.version)
      throw new AppError(
        "stale_version",
        "This sweet has been changed in the meantime. Load it again to see the latest version.",
      );
    const wanted = stock ?? quantity;
    if (wanted !== undefined) {
      const delta = wanted - (stockWas ?? current.quantity);
      if (current.quantity + delta < 0) {
        // Holds that expired since the last run of the job are free.
        await releaseExpiredHoldsOf(tx, id);
        const { quantity: left } = await lockSweet(tx, id);
        if (left + delta < 0) throw shortStock(left);
      }
      const field = stock === undefined ? "quantity" : "stock";
      await withinStockLimit(field, moveStock(tx, { sweetId: id, delta, reason: "adjustment", userId: actor.id }));
    }
    // After everything that can refuse the change: a picture is only stored for a change that is made.
    const imageId = picture ? await storeImage(tx, picture) : removeImage ? null : undefined;
    await tx
      .update(sweets)
      .set({ ...columnsOf(input), imageId, sample: false, updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
      .where(eq(sweets.id, id));
    return findWritten(id, tx);
  });
}

async function lockSweet(tx: Executor, id: number): Promise<{ quantity: number; version: number }> {
  const [sweet] = await tx
    .select({ quantity: sweets.quantity, version: sweets.version })
    .from(sweets)
    .where(and(eq(sweets.id, id), isNull(sweets.deletedAt)))
    .for("no key update");
  if (!sweet) throw sweetNotFound();
  return sweet;
}

/** Takes a sweet off sale: it is hidden, its holds go back, its orders stay whole. Admins only; `not_found`. */
export async function deleteSweet(actor: Actor, id: number, db: Executor = writeDb()): Promise<void> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    await lockSweet(tx, id);
    const isHold = and(eq(cartLines.sweetId, id), gt(cartLines.held, 0));
    const { held, cartId } = cartLines;
    await tx.select({ cartId }).from(cartLines).where(isHold).orderBy(cartId).for("update");
    await tx
      .select({ moved: sql`move_stock(${id}::int, ${held}, 'release', ${actor.id}::int, null, ${cartId})` })
      .from(cartLines)
      .where(isHold);
    await tx.update(cartLines).set({ held: 0, expiresAt: null }).where(isHold);
    await tx
      .update(sweets)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
      .where(eq(sweets.id, id));
  });
}

/** Makes every sample sweet the owner's own, as saving each would. Admins only. */
export async function acceptSamples(actor: Actor, db: Executor = writeDb()): Promise<void> {
  assertAdmin(actor);
  await db
    .update(sweets)
    .set({ sample: false, updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
    .where(and(sql`${sweets.sample}`, isNull(sweets.deletedAt)));
}

/** Deletes every sample sweet, each on its own: orders that hold it stay whole. Admins only. */
export async function deleteSamples(actor: Actor, db: Executor = writeDb()): Promise<void> {
  for (const { id } of await listSamples(actor, db)) {
    // Another person may have deleted one of them meanwhile.
    await deleteSweet(actor, id, db).catch((error) => {
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
    });
  }
}
