import { sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import type { PlacePool } from "@/lib/delivery/constants";
import { capacityOf } from "@/lib/delivery/fulfilment";
import { findWindow } from "@/lib/delivery/rules";
import { AppError } from "@/lib/errors";
import { creditInvoice, issueInvoice } from "@/lib/invoices/commands";
import { currentSettings } from "@/lib/settings/queries";
import type { OrderStatus } from "./constants";
import { orderById, type StoredOrder } from "./order-select";
import { orderNotFound } from "./queries";
import { short, shortLines } from "./short-select";
import { type CustomerOrder, toCustomerOrder } from "./view";
import { slotFull, withCurrentSettings } from "./window-places";

const p = sql.placeholder;

async function readOrder(id: number, db: Executor): Promise<StoredOrder> {
  const [order] = await orderById(db).execute({ id });
  if (!order) throw orderNotFound();
  return order;
}

const callSetOrderStatus = prepared((db) =>
  db
    .select({
      outcome: sql<
        "ok" | "missing" | "not_pending" | "short" | "settings_changed" | "capacity_needed" | "slot_full"
      >`outcome`,
      short,
      date: sql<string>`slot_date::text`,
      from: sql<string>`slot_from`,
      pool: sql<PlacePool>`pool`,
    })
    .from(
      sql`set_order_status(
        ${p("id")}::int, ${p("status")}::text, ${p("by")}::int, ${p("owner")}::int, ${p("settings")}::bigint, ${p("capacity")}::int,
        ${p("slotDate")}::date, ${p("slotFrom")}::text)`,
    )
    .prepare("set_order_status"),
);

type StatusUpdate = { id: number; status: OrderStatus; by: number; owner: number | null };

async function issueFor({ id, status }: StatusUpdate, tx: Executor): Promise<void> {
  if (status === "Shipped" || status === "Completed") await issueInvoice(tx, id);
  if (status === "Cancelled") await creditInvoice(tx, id, { amount: null, reason: "Order cancelled" });
}

/**
 * Sets the status, with the documents that belong to it. Only an order that leaves Cancelled and has a window needs a second call, with
 * the window's capacity; and a third one when it was moved in between.
 */
async function callWithCapacity(change: StatusUpdate, db: Executor) {
  const call = (slot: { date: string | null; from: string | null }, settings: number | null, capacity: number | null) =>
    // A refusal is committed too: holds that have expired were released with it.
    db.transaction(async (tx) => {
      const [row] = await callSetOrderStatus(tx).execute({
        ...change,
        settings,
        capacity,
        slotDate: slot.date,
        slotFrom: slot.from,
      });
      if (!row) throw new Error("set_order_status returned no row");
      if (row.outcome === "ok") await issueFor(change, tx);
      return row;
    });
  let row = await call({ date: null, from: null }, null, null);
  while (row.outcome === "capacity_needed") {
    const slot = row;
    ({ row } = await withCurrentSettings((settings) =>
      call(slot, settings.revision, capacityOf(findWindow(settings.values.windows, slot), slot.pool, settings)),
    ));
  }
  return row;
}

/**
 * Sets an order's status and keeps stock and the places of windows right; the status that it has already changes nothing. What is
 * shipped or completed is invoiced, and what is cancelled after that credited, in the same transaction. `by`: the user who does it.
 * `owner`: the customer whose order it must be, null for admins. The caller has authorised. Throws `not_found`; `conflict` when a
 * customer's order is past Pending; `insufficient_stock` and `slot_full` when an order that leaves Cancelled cannot get its units
 * or its place again.
 */
export async function changeStatus(change: StatusUpdate, db: Executor): Promise<StoredOrder> {
  const changed = await callWithCapacity(change, db);
  switch (changed.outcome) {
    case "missing":
      throw orderNotFound();
    case "not_pending":
      throw new AppError("conflict", "Only a pending order can be cancelled. Please contact us.");
    case "short":
      throw shortLines(changed.short);
    case "slot_full": {
      const order = await readOrder(change.id, db);
      const wanted = { pool: changed.pool, leadMinutes: 0, sweets: order.items.map(({ productId }) => productId) };
      // Only the owner takes up a cancelled order, and may then overbook a window.
      const message = "The window of this order is full. Move the order to another window first.";
      throw await slotFull(changed, wanted, await currentSettings(), message);
    }
  }
  return readOrder(change.id, db);
}

/** Cancels the customer's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Actor, id: number, db: Executor = writeDb()): Promise<CustomerOrder> {
  assertCustomer(actor);
  return toCustomerOrder(await changeStatus({ id, status: "Cancelled", by: actor.id, owner: actor.id }, db));
}
