import type { z } from "zod";
import type { Executor } from "@/db/client";
import { orderLines, orderStatusHistory, orders, payments } from "@/db/schema";
import { run, together } from "@/db/transaction";
import { assertMay, type Customer, isStaff, type May } from "@/lib/auth/actor";
import { requireSweet } from "@/lib/catalogue/queries";
import type { packCountInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { AppError, notFound } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { issueInvoice } from "@/lib/invoices/commands";
import { GIFT_WRAP_PAISE } from "@/lib/money";
import { addMessages } from "@/lib/outbox";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings } from "@/lib/settings/queries";
import type { SettingValues } from "@/lib/settings/schema";
import { takingStock } from "@/lib/stock/expired";
import { moveStock } from "@/lib/stock/moves";
import { findAnyOrder } from "./admin-queries";
import { forTexts } from "./constants";
import { loadLines } from "./load-lines";
import { customerColumns, placeOrder, soldColumns, soldOutMessages, takeForLater } from "./place";
import { assertCompanyAllowed, movesOf, sweetsSoldOut, sweetsValue } from "./place-rules";
import { insertSaleEvents } from "./sale-events";
import type { purchaseInput } from "./schema";
import type { AdminOrder } from "./serializers";
import type { TakenOrder } from "./taken-schema";

type PackCount = z.infer<typeof packCountInput>;
export type Purchase = PackCount & Partial<z.infer<typeof purchaseInput>>;

/** What is handed over at the till, and how it is paid: in cash unless it says otherwise. */
type TillSale = Pick<TakenOrder, "items" | "payment" | "customer"> &
  Partial<Pick<TakenOrder, "giftWrap" | "personalMessage" | "company">>;

/**
 * A sale by staff at the till: an order without delivery, completed and paid at once. Returns its id, for its invoice. Throws `unavailable`,
 * `price_changed` and `insufficient_stock`, and as `assertCompanyAllowed`. Locks: the sweets by id, their expired lines.
 */
async function sellAtTill(
  tx: Executor,
  { id: userId }: May<"orders:write">,
  { items, payment: method = "cash", customer, giftWrap = false, personalMessage = "", company }: TillSale,
  values: SettingValues,
): Promise<number> {
  // Lock, load and check.
  assertCompanyAllowed(company, values.tax.gstin);
  const sweetIds = [...new Set(items.map(({ productId }) => productId))];
  const { found, lines } = await loadLines(tx, items, sweetIds, { day: null, values, now: shopNow() }, true);

  // Write.
  const total = sweetsValue(lines) + (giftWrap ? GIFT_WRAP_PAISE : 0);
  const [order] = await run(
    tx
      .insert(orders)
      .values({
        channel: "counter",
        status: "Completed",
        total,
        giftWrap,
        personalMessage: personalMessage || null,
        company,
        ...customerColumns(customer),
        recipientName: customer?.name ?? null,
        phoneNumber: customer?.phone ?? null,
        paymentMethod: method,
      })
      .returning({ id: orders.id }),
  );
  if (!order) throw new Error("the order was not stored");
  const orderId = order.id;
  const [, , [payment]] = await together(
    tx.insert(orderLines).values(lines.map((line) => ({ orderId, ...soldColumns(line) }))),
    tx.insert(orderStatusHistory).values([
      { orderId, to: "Pending", byUserId: userId },
      { orderId, from: "Pending", to: "Completed", byUserId: userId },
    ]),
    tx
      .insert(payments)
      .values({ orderId, method, amount: total, state: "received", byUserId: userId })
      .returning({ id: payments.id }),
    ...moveStock(
      tx,
      lines.flatMap((line) => movesOf(line, "purchase")).map((move) => ({ ...move, userId, orderId })),
    ),
  );
  await together(
    insertEvents(tx, [
      { type: "order.created", orderId },
      { type: "payment.received", orderId, paymentId: payment?.id },
    ]),
    insertSaleEvents(tx, lines),
  );
  const empty = sweetsSoldOut(found, lines);
  if (empty.length > 0) await addMessages(tx, soldOutMessages(orderId, empty));
  return orderId;
}

/** Sells at the till, with the invoice; returns the id of the order. Locks: the settings, then those of `sellAtTill`. */
async function sell(actor: May<"orders:write">, sale: TillSale, db: Executor): Promise<number> {
  const known = await currentSettings();
  const sweetIds = sale.items.map(({ productId }) => productId);
  return takingStock(db, sweetIds, async (tx) => {
    const [, revision] = await together(lockSettings(tx), selectRevision(tx));
    const { values } = await settingsOf(tx, known, revision);
    const orderId = await sellAtTill(tx, actor, sale, values);
    await issueInvoice(tx, orderId, values);
    return orderId;
  });
}

/**
 * Takes an order for somebody who needs no account. Without a delivery it is sold at the till: completed, paid and invoiced, also while the
 * shop takes no orders. With one it follows the rules of `placeOrder`, which throws the same; `received` is an advance.
 * Throws `overpaid` for an advance above the total.
 */
export async function takeOrder(
  actor: May<"orders:write">,
  { delivery, customer, payment, received, ...order }: TakenOrder,
  db: Executor,
): Promise<AdminOrder> {
  const advance = received ? { ...received, by: assertMay(actor, "payments:write") } : undefined;
  if (!delivery) return findAnyOrder(actor, await sell(actor, { ...order, customer, payment }, db), db);
  const { recipientName: name, phoneNumber: phone } = delivery;
  const takenFor = customer ?? { name, phone, email: null };
  const later = { ...order, delivery, payment: payment === "upi" ? "upi" : "cod" } as const;
  return findAnyOrder(actor, await takeForLater(actor, later, { takenFor, advance }, db), db);
}

/**
 * Sells packs over the counter, default packs unless `packId` says otherwise. By an admin at the till it is completed, paid by `payment` and
 * invoiced at once. A customer's is an order like any other, which is picked up and paid at the shop; `payment` does not count.
 * Throws `not_found`, and `insufficient_stock` with what is there; for customers also `paused` and `cod_unavailable`, as `placeOrder`
 * does.
 */
export async function purchase(
  actor: Customer | May<"orders:write">,
  id: number,
  { payment, ...item }: Purchase,
  db: Executor,
): Promise<SweetWithPicture> {
  const items = [{ productId: id, ...item }];
  try {
    if (isStaff(actor)) await sell(actor, { items, payment }, db);
    else {
      const delivery = { ...forTexts(() => null), method: "pickup" } as const;
      const order = { items, delivery, giftWrap: false, personalMessage: "", payment: "cod" } as const;
      await placeOrder(actor, order, { channel: "counter" }, db);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "insufficient_stock")
      throw new AppError("insufficient_stock", "Purchase failed due to insufficient quantity", {
        available: error.extra.available ?? 0,
      });
    if (error.code !== "unavailable") throw error;
    await requireSweet(id, db);
    throw notFound("Pack not found.");
  }
  return requireSweet(id, db);
}
