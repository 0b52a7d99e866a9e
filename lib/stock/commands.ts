import { asc, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, writeDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { cartLines } from "@/db/schema";
import { type Actor, type Admin, assertAdmin, assertUser, isAdmin } from "@/lib/auth/actor";
import { findSweet } from "@/lib/catalogue/queries";
import type { purchaseInput, unitsInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { AppError, notFound } from "@/lib/errors";
import { issueInvoice } from "@/lib/invoices/commands";
import { placeOrder } from "@/lib/orders/commands";
import { releaseExpiredHoldsOf, withinStockLimit } from "./move-commands";

type Units = z.infer<typeof unitsInput>;
type Purchase = Units & Partial<z.infer<typeof purchaseInput>>;

const p = sql.placeholder;
const sweetNotFound = () => notFound("Sweet not found.");
const packNotFound = () => notFound("Pack not found.");

async function findChanged(id: number, db: Executor): Promise<SweetWithPicture> {
  const sweet = await findSweet(id, db);
  if (!sweet) throw sweetNotFound();
  return sweet;
}

const selectRestock = prepared((db) =>
  db
    .select({ quantity: sql<number | null>`quantity` })
    .from(sql`restock(${p("sweet")}::int, ${p("quantity")}::int, ${p("user")}::int, ${p("pack")}::int) quantity`)
    .prepare("restock"),
);

/**
 * Puts packs of a sweet into stock, default packs unless `packId` says otherwise. Admins only; `not_found`, and `invalid` when there
 * would be more than 1,00,000 free default packs.
 */
export async function restock(
  actor: Actor,
  id: number,
  { quantity, packId }: Units,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  const restocked = selectRestock(db).execute({ sweet: id, quantity, user: actor.id, pack: packId ?? null });
  const [row] = await withinStockLimit("quantity", restocked);
  if (row?.quantity == null) {
    await findChanged(id, db);
    throw packNotFound();
  }
  return findChanged(id, db);
}

const selectPurchase = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "missing" | "no_pack" | "short">`outcome`,
      available: sql<number>`available`,
      orderId: sql<number>`order_id`,
    })
    .from(
      sql`purchase(${p("user")}::int, ${p("sweet")}::int, ${p("quantity")}::int, ${p("method")}::text, ${p("pack")}::int)`,
    )
    .prepare("purchase"),
);

/** The refusal of a purchase of more packs than there are. */
const purchaseShort = (available: number) =>
  new AppError("insufficient_stock", "Purchase failed due to insufficient quantity", { available });

/** A sale by an admin at the till: an order that is completed, paid and invoiced at once. */
async function sellAtTill(
  admin: Admin,
  id: number,
  { quantity, packId, payment = "cash" }: Purchase,
  db: Executor,
): Promise<void> {
  // A refusal is committed too: holds that have expired were released with it.
  const row = await db.transaction(async (tx) => {
    const [sold] = await selectPurchase(tx).execute({
      user: admin.id,
      sweet: id,
      quantity,
      method: payment,
      pack: packId ?? null,
    });
    if (sold?.outcome === "ok") await issueInvoice(tx, sold.orderId);
    return sold;
  });
  if (row?.outcome === "missing") throw sweetNotFound();
  if (row?.outcome === "no_pack") throw packNotFound();
  if (row?.outcome === "short") throw purchaseShort(row.available);
}

const NO_RECIPIENT = { recipientName: null, deliveryAddress: null, phoneNumber: null, notes: null };

/** A purchase by a customer: an order of one line that is picked up at the shop and paid there. */
async function orderAtCounter(actor: Actor, id: number, { quantity, packId }: Units, db: Executor): Promise<void> {
  try {
    await placeOrder(
      actor,
      {
        items: [{ productId: id, packId, quantity }],
        delivery: { ...NO_RECIPIENT, method: "pickup" },
        giftWrap: false,
        personalMessage: "",
        payment: "cod",
      },
      { channel: "counter" },
      db,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "insufficient_stock") throw purchaseShort(error.extra.available ?? 0);
    if (error.code !== "unavailable") throw error;
    await findChanged(id, db);
    throw packNotFound();
  }
}

/**
 * Sells packs over the counter, default packs unless `packId` says otherwise. By an admin at the till it is completed, paid by `payment` and
 * invoiced at once. A customer's is an order like any other, which is picked up and paid at the shop; `payment` does not count.
 * Throws `not_found`, and `insufficient_stock` with what is there; for customers also `paused` and `cod_unavailable`, as `placeOrder`
 * does.
 */
export async function purchase(
  actor: Actor,
  id: number,
  wanted: Purchase,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertUser(actor);
  if (isAdmin(actor)) await sellAtTill(actor, id, wanted, db);
  else await orderAtCounter(actor, id, wanted, db);
  return findChanged(id, db);
}

/**
 * Gives the units of expired holds back to stock. Any instance may call it at any time; returns the lines released. A sweet
 * that is locked just now is left for the next run.
 */
export async function releaseExpiredHolds(db: Executor = writeDb()): Promise<number> {
  const due = await db
    .selectDistinct({ sweetId: cartLines.sweetId })
    .from(cartLines)
    .where(lte(cartLines.expiresAt, sql`clock_timestamp()`))
    .orderBy(asc(cartLines.sweetId))
    .limit(1000);
  let released = 0;
  for (const { sweetId } of due) released += await releaseExpiredHoldsOf(db, sweetId);
  return released;
}
