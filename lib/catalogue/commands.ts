import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Executor } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import { anyOf, inTransaction, run, together } from "@/db/transaction";
import { assertMay, type May, type MayOne } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { AppError, notFound, shortStock } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { leaveImage, storeImage } from "@/lib/images/commands";
import type { Derived } from "@/lib/images/pipeline";
import { toPaise } from "@/lib/money";
import { releaseExpired, takingStock } from "@/lib/stock/expired";
import { unitGrams } from "@/lib/stock/load-plans";
import { assertStockLimit, lockSweets, moveStock } from "@/lib/stock/moves";
import { removePlan } from "@/lib/stock/plan-commands";
import { fillShort } from "@/lib/stock/plan-moves";
import { amountText } from "@/lib/stock/plan-texts";
import { slugOf } from "@/lib/transliterate";
import { listSamples } from "./admin-queries";
import { sweetChanges, sweetChangesText } from "./changes";
import { columnsSet } from "./facts";
import { releaseHolds, savePacks } from "./pack-commands";
import type { PackInput } from "./pack-schema";
import { packsInStock } from "./packs";
import { requireSweet, sweetNotFound } from "./queries";
import type { CreateSweetInput, packCountInput, UpdateSweetInput, wasteInput } from "./schema";
import type { SweetWithPicture } from "./select";

/** The columns of the fields that were sent. Drizzle leaves out what is undefined. Price and net weight follow from packs. */
const toColumns = ({ price, packs, details, ...fields }: UpdateSweetInput) => ({
  ...columnsSet(fields),
  ...details,
  ...(packs
    ? { price: undefined, netWeightGrams: undefined }
    : { price: price === undefined ? undefined : toPaise(price) }),
});

/** Adds a sweet, with its first stock in the ledger, and its picture. */
export async function createSweet(
  actor: May<"sweets:write">,
  { stock, quantity = stock, packs, ...input }: CreateSweetInput,
  picture: Derived | null,
  db: Executor,
): Promise<SweetWithPicture> {
  const slug = slugOf(input.name, 80, "sweet");
  return inTransaction(db, async (tx) => {
    const imageId = picture && (await storeImage(tx, picture));
    const { details, ...fields } = input;
    const row = { ...columnsSet(fields), ...details, price: toPaise(input.price), stock: 0, imageId };
    let created: { id: number } | undefined;
    for (let n = 1; !created; n++) {
      [created] = await tx
        .insert(sweets)
        .values({ ...row, slug: n === 1 ? slug : `${slug}-${n}` })
        .onConflictDoNothing({ target: sweets.slug })
        .returning({ id: sweets.id });
    }
    if (packs) await replacePacks(tx, created.id, { ...input, packs }, actor.id);
    const sweet = await lockSweet(tx, created.id);
    const delta = (quantity ?? 0) * sweet.defaultUnits;
    assertStockLimit("quantity", sweet, delta);
    await together(...moveStock(tx, [{ sweetId: created.id, delta, reason: "initial", userId: actor.id }]));
    const about = { noun: "sweets", nounId: created.id } as const;
    await recordAudit(tx, actor, { ...about, action: "create", text: `added ${input.name}` });
    return requireSweet(created.id, tx);
  });
}

/** Replaces the packs of a locked sweet. What is said of the sweet beside them must be what its default pack says: price and net weight. */
async function replacePacks(
  tx: Executor,
  id: number,
  { packs, price, details }: UpdateSweetInput & { packs: PackInput[] },
  userId: number,
): Promise<void> {
  const pack = await savePacks(tx, id, packs, userId);
  const { netWeightGrams } = details ?? {};
  const errors = [
    ...(price !== undefined && toPaise(price) !== toPaise(pack.price)
      ? [{ path: "price", message: "The price must be that of the default pack" }]
      : []),
    ...(netWeightGrams != null && netWeightGrams !== pack.grams
      ? [{ path: "details.netWeightGrams", message: "The net weight must be that of the default pack" }]
      : []),
  ];
  if (errors[0]) throw new AppError("invalid", errors[0].message, { errors });
}

/** Default packs in stock, which is what its owner counts and changes. */
const inStock = ({ stock, defaultUnits }: LockedSweet): number => packsInStock({ units: defaultUnits }, { stock });

/** A change of the stock in default packs: from what the editor saw, or to what is wanted. */
type StockChange = { field: "stock" | "quantity"; wanted: number; was: number | undefined };

/**
 * The units that the stock is to have. The difference from what the editor saw is applied, so that a sale meanwhile is not undone;
 * without it the stock becomes what is wanted. What is less than a default pack stays, unless nothing is to be left.
 */
function unitsWanted(sweet: LockedSweet, { wanted, was }: StockChange): number {
  const { stock, defaultUnits } = sweet;
  const present = inStock(sweet);
  if (was === undefined) return wanted === present ? stock : wanted * defaultUnits;
  const packs = present + wanted - was;
  return wanted === 0 && packs === 0 ? 0 : stock + (wanted - was) * defaultUnits;
}

async function changeStock(tx: Executor, id: number, change: StockChange, userId: number): Promise<void> {
  let sweet = await lockSweet(tx, id);
  if (unitsWanted(sweet, change) < 0) {
    // Holds that expired since the last run of the job are free.
    await releaseExpired(tx, [id]);
    sweet = await lockSweet(tx, id);
    if (unitsWanted(sweet, change) < 0) throw shortStock(inStock(sweet));
  }
  const delta = unitsWanted(sweet, change) - sweet.stock;
  assertStockLimit(change.field, sweet, delta);
  await together(...moveStock(tx, [{ sweetId: id, delta, reason: "adjustment", userId }]));
  if (delta > 0) await fillShort(tx, [id], userId);
}

/**
 * Changes what was sent. Stock counts default packs: with `stockWas` those before an edit of the packs, else those after it.
 * Throws `not_found`; `stale_version` when `version` is not today's; `insufficient_stock` when the difference would
 * take out more than is there; `invalid` when it would bring more than 1,00,000 free default packs, and for packs that
 * cannot be as they were sent. A quantity needs `stock:write` too.
 */
export async function updateSweet(
  actor: May<"sweets:write">,
  id: number,
  { stock, quantity, stockWas, version, removeImage, ...input }: UpdateSweetInput,
  picture: Derived | null,
  db: Executor,
): Promise<SweetWithPicture> {
  const wanted = stock ?? quantity;
  if (wanted !== undefined) assertMay(actor, "stock:write");
  return inTransaction(db, async (tx) => {
    const current = await lockSweet(tx, id);
    if (version !== undefined && version !== current.version)
      throw new AppError(
        "stale_version",
        "This sweet has been changed in the meantime. Load it again to see the latest version.",
      );
    const before = await requireSweet(id, tx);
    const field = stock === undefined ? "quantity" : "stock";
    const change = wanted === undefined ? null : ({ field, wanted, was: stockWas } as const);
    if (change && stockWas !== undefined) await changeStock(tx, id, change, actor.id);
    if (input.packs) await replacePacks(tx, id, { ...input, packs: input.packs }, actor.id);
    if (change && stockWas === undefined) await changeStock(tx, id, change, actor.id);
    // After everything that can refuse the change: a picture is only stored for a change that is made.
    const imageId = picture ? await storeImage(tx, picture) : removeImage ? null : undefined;
    if (imageId !== undefined && before.picture) await leaveImage(tx, before.picture.id);
    await tx
      .update(sweets)
      .set({ ...toColumns(input), imageId, sample: false, updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
      .where(eq(sweets.id, id));
    const after = await requireSweet(id, tx);
    const changes = sweetChanges(before, after);
    const about = { noun: "sweets", nounId: id, action: "update" } as const;
    await recordAudit(tx, actor, { ...about, text: sweetChangesText(after.name, changes), changes });
    const now = change ? await lockSweet(tx, id) : current;
    const [was, is] = [inStock(current), inStock(now)];
    const amountOf = ({ stock, unitGrams }: LockedSweet) => amountText(stock, unitGrams);
    if (was !== is)
      await recordAudit(tx, actor, {
        ...about,
        noun: "stock",
        text: `set the stock of ${after.name} from ${amountOf(current)} to ${amountOf(now)}`,
        changes: { quantity: [was, is] },
      });
    await together(insertEvents(tx, [{ type: "sweet.updated", sweetId: id }]));
    return after;
  });
}

type LockedSweet = Pick<typeof sweets.$inferSelect, "id" | "name" | "stock" | "defaultUnits" | "version"> & {
  unitGrams: number | null;
};

async function lockSweet(tx: Executor, id: number): Promise<LockedSweet> {
  const [sweet] = await tx
    .select({
      id: sweets.id,
      name: sweets.name,
      stock: sweets.stock,
      defaultUnits: sweets.defaultUnits,
      version: sweets.version,
      unitGrams,
    })
    .from(sweets)
    .where(and(eq(sweets.id, id), isNull(sweets.deletedAt)))
    .for("no key update");
  if (!sweet) throw sweetNotFound();
  return sweet;
}

/**
 * Puts packs of a sweet into stock, default packs unless `packId` says otherwise. Throws `not_found`, and `invalid` when there
 * would be more than 1,00,000 free default packs.
 */
export async function restock(
  actor: May<"stock:write">,
  id: number,
  { quantity, packId }: z.infer<typeof packCountInput>,
  db: Executor,
): Promise<SweetWithPicture> {
  await inTransaction(db, async (tx) => {
    const sweet = await lockSweet(tx, id);
    const isPack = packId === undefined ? eq(packs.isDefault, true) : eq(packs.id, packId);
    const [pack] = await tx
      .select({ units: packs.units, label: packs.label })
      .from(packs)
      .where(and(eq(packs.sweetId, id), isPack));
    if (!pack) throw notFound("Pack not found.");
    const delta = quantity * pack.units;
    assertStockLimit("quantity", sweet, delta);
    await together(...moveStock(tx, [{ sweetId: id, delta, reason: "restock", userId: actor.id }]));
    await fillShort(tx, [id], actor.id);
    const text = `put ${quantity} × ${sweet.name}, ${pack.label} into stock`;
    await recordAudit(tx, actor, { noun: "stock", nounId: id, action: "restock", text });
  });
  return requireSweet(id, db);
}

/**
 * Takes default packs of a sweet, or units, out of stock, because they are thrown away. Throws `not_found`, and `insufficient_stock` when
 * fewer are free. Locks: the sweet, its expired lines.
 */
export async function throwAway(
  actor: MayOne<"stock:write" | "kitchen:write">,
  id: number,
  { quantity = 0, units, reason }: z.infer<typeof wasteInput>,
  db: Executor,
): Promise<SweetWithPicture> {
  await takingStock(db, [id], async (tx) => {
    await lockSweet(tx, id);
    await releaseExpired(tx, [id]);
    const sweet = await lockSweet(tx, id);
    const delta = -(units ?? quantity * sweet.defaultUnits);
    const amountOf = (count: number) => amountText(count, sweet.unitGrams);
    if (sweet.stock + delta < 0)
      throw units === undefined
        ? shortStock(inStock(sweet))
        : new AppError("insufficient_stock", `Only ${amountOf(sweet.stock)} in stock.`, { available: inStock(sweet) });
    await together(...moveStock(tx, [{ sweetId: id, delta, reason: "waste", note: reason, userId: actor.id }]));
    const text = `threw away ${amountOf(-delta)} of ${sweet.name}: ${reason}`;
    await recordAudit(tx, actor, { noun: "stock", nounId: id, action: "throw away", text });
  });
  return requireSweet(id, db);
}

/** Takes a sweet off sale: it is hidden, its holds go back, its plan ends, its orders stay whole. Throws `not_found`. */
export async function deleteSweet(actor: May<"sweets:write">, id: number, db: Executor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await lockSweet(tx, id);
    await recordAudit(tx, actor, { noun: "sweets", nounId: id, action: "delete", text: `deleted ${name}` });
    await releaseHolds(tx, id, "all", actor.id);
    await removePlan(tx, id);
    await tx
      .update(sweets)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
      .where(eq(sweets.id, id));
  });
}

/** Makes every sample sweet the owner's own, as saving each would. Locks: the sweets by id. */
export async function acceptSamples(actor: May<"sweets:write">, db: Executor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isSample = and(sql`${sweets.sample}`, isNull(sweets.deletedAt));
    const ids = (await run(tx.select({ id: sweets.id }).from(sweets).where(isSample))).map(({ id }) => id);
    const [, accepted] = await together(
      lockSweets(tx, ids),
      tx
        .update(sweets)
        .set({ sample: false, updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
        .where(and(anyOf(sweets.id, ids), isSample))
        .returning({ id: sweets.id }),
    );
    const text = `accepted ${accepted.length} sample sweets`;
    await recordAudit(tx, actor, { noun: "sweets", nounId: null, action: "accept", text });
  });
}

/** Deletes every sample sweet, each on its own: orders that hold it stay whole. */
export async function deleteSamples(actor: May<"sweets:write">, db: Executor): Promise<void> {
  for (const { id } of await listSamples(actor, db)) {
    // Another person may have deleted one of them meanwhile.
    await deleteSweet(actor, id, db).catch((error) => {
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
    });
  }
}
