import type { z } from "zod";
import type { Executor } from "@/db/client";
import { orderLines, orderStatusHistory, orders, payments } from "@/db/schema";
import { run, together } from "@/db/transaction";
import type { Customer, May } from "@/lib/auth/actor";
import type { packCountInput } from "@/lib/catalogue/schema";
import { shopNow } from "@/lib/clock";
import { insertEvents } from "@/lib/events";
import { GIFT_WRAP_PAISE } from "@/lib/money";
import { addMessages } from "@/lib/outbox";
import type { SettingValues } from "@/lib/settings/schema";
import { moveStock } from "@/lib/stock/moves";
import { loadLines } from "./load-lines";
import { customerColumns, placeOrder, soldColumns, soldOutMessages } from "./place";
import { movesOf, soldOut, sweetsValue } from "./place-rules";
import { insertSaleEvents } from "./sale-events";
import type { purchaseInput } from "./schema";
import type { TakenOrder } from "./taken-schema";

type PackCount = z.infer<typeof packCountInput>;
export type Purchase = PackCount & Partial<z.infer<typeof purchaseInput>>;

/** What is handed over at the till, and how it is paid: in cash unless it says otherwise. */
export type TillSale = Pick<TakenOrder, "items" | "payment" | "customer"> &
  Partial<Pick<TakenOrder, "giftWrap" | "personalMessage">>;

/**
 * A sale by staff at the till: an order without delivery, completed and paid at once. Returns its id, for its invoice. Throws `unavailable`,
 * `price_changed` and `insufficient_stock`. Locks: the sweets by id, their expired lines.
 */
export async function sellAtTill(
  tx: Executor,
  { id: userId }: May<"orders:write">,
  { items, payment: method = "cash", customer, giftWrap = false, personalMessage = "" }: TillSale,
  values: SettingValues,
): Promise<number> {
  // Lock, load and check.
  const sweetIds = [...new Set(items.map(({ productId }) => productId))];
  const { found, lines } = await loadLines(tx, items, sweetIds, { day: null, values, now: shopNow() });

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
  const empty = soldOut(found, lines);
  if (empty.length > 0) await addMessages(tx, soldOutMessages(orderId, empty));
  return orderId;
}

const NO_RECIPIENT = { recipientName: null, deliveryAddress: null, phoneNumber: null, notes: null };

/** A purchase by a customer: an order of one line that is picked up at the shop and paid there. */
export const orderAtCounter = (actor: Customer, productId: number, { quantity, packId }: PackCount, db: Executor) =>
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
