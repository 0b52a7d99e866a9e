import type { z } from "zod";
import { type Executor, writeDb } from "@/db/client";
import { orderLines, orderStatusHistory, orders, payments } from "@/db/schema";
import { run, together } from "@/db/transaction";
import { type Actor, type Admin, assertUser, isAdmin } from "@/lib/auth/actor";
import { requireSweet } from "@/lib/catalogue/queries";
import type { purchaseInput, unitsInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { AppError, notFound } from "@/lib/errors";
import { issueInvoice } from "@/lib/invoices/commands";
import { addMessages } from "@/lib/outbox";
import { moveStock, takingStock } from "@/lib/stock/moves";
import { loadLines, placeOrder, soldColumns, soldOutMessages } from "./place";
import { movesOf, soldOut } from "./place-rules";

type Units = z.infer<typeof unitsInput>;
type Purchase = Units & Partial<z.infer<typeof purchaseInput>>;

const packNotFound = () => notFound("Pack not found.");

/**
 * A sale by an admin at the till: an order of one line without delivery, completed, paid and invoiced at once. Throws `unavailable`, and
 * `insufficient_stock`. Locks: the sweet, its expired lines, the invoice series.
 */
async function sellAtTill(
  tx: Executor,
  { id: userId }: Admin,
  productId: number,
  { quantity, packId, payment: method = "cash" }: Purchase,
): Promise<void> {
  // Lock, load and check.
  const { found, lines } = await loadLines(tx, [{ productId, packId, quantity }], [productId]);
  const [line] = lines;
  if (!line) throw new Error("a purchase has one line");

  // Write.
  const total = line.pack.price * quantity;
  const [order] = await run(
    tx
      .insert(orders)
      .values({ userId, channel: "counter", status: "Completed", total, paymentMethod: method })
      .returning({ id: orders.id }),
  );
  if (!order) throw new Error("the order was not stored");
  const orderId = order.id;
  await together(
    tx.insert(orderLines).values({ orderId, ...soldColumns(line) }),
    tx.insert(orderStatusHistory).values([
      { orderId, to: "Pending", byUserId: userId },
      { orderId, from: "Pending", to: "Completed", byUserId: userId },
    ]),
    tx.insert(payments).values({ orderId, method, amount: total, state: "received", byUserId: userId }),
    ...moveStock(
      tx,
      movesOf(line, "purchase").map((move) => ({ ...move, userId, orderId })),
    ),
  );
  const empty = soldOut(found, lines);
  if (empty.length > 0) await addMessages(tx, soldOutMessages(orderId, empty));
  await issueInvoice(tx, orderId);
}

const NO_RECIPIENT = { recipientName: null, deliveryAddress: null, phoneNumber: null, notes: null };

/** A purchase by a customer: an order of one line that is picked up at the shop and paid there. */
const orderAtCounter = (actor: Actor, productId: number, { quantity, packId }: Units, db: Executor) =>
  placeOrder(
    actor,
    {
      items: [{ productId, packId, quantity }],
      delivery: { ...NO_RECIPIENT, method: "pickup" },
      giftWrap: false,
      personalMessage: "",
      payment: "cod",
    },
    { channel: "counter" },
    db,
  );

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
  try {
    if (isAdmin(actor)) await takingStock(db, [id], (tx) => sellAtTill(tx, actor, id, wanted));
    else await orderAtCounter(actor, id, wanted, db);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "insufficient_stock")
      throw new AppError("insufficient_stock", "Purchase failed due to insufficient quantity", {
        available: error.extra.available ?? 0,
      });
    if (error.code !== "unavailable") throw error;
    await requireSweet(id, db);
    throw packNotFound();
  }
  return requireSweet(id, db);
}
