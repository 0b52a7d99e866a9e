import { z } from "zod";
import type { Executor } from "@/db/client";
import { anySweets, noLocks, type Write } from "@/db/write-slots";
import { assertMay, type Staff } from "@/lib/auth/actor";
import { countItems } from "@/lib/cart/queries";
import { itemsAtTill } from "@/lib/catalogue/till-queries";
import { moveDayForm, moveInput } from "@/lib/delivery/schema";
import { heavyRead } from "@/lib/http/heavy-reads";
import { namedByContent } from "@/lib/http/idempotency";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import * as payments from "@/lib/payments/commands";
import { claimInput, confirmInput, paymentInput, rejectInput } from "@/lib/payments/schema";
import { idParams, pathId } from "@/lib/text";
import * as admin from "./admin-commands";
import { findAnyOrder, listAllOrders as listAll } from "./admin-queries";
import * as callers from "./caller-queries";
import * as checkouts from "./checkout";
import * as place from "./place";
import { findOrder, listOrders as listOwn } from "./queries";
import * as reorders from "./reorder";
import { checkoutForm, correctionForm, orderInput, ordersQuery, ownOrdersQuery, slipsForm } from "./schema";
import { callerForm, tillRowsForm } from "./taken-form";
import { moveOptions } from "./window-queries";

const ordering = { name: "orders", counts: "all" } as const;
const itemLocks = ({ items }: { items: { productId: number }[] }) => items.map(({ productId }) => productId);

export const listOrders = read({
  by: "customer",
  query: ownOrdersQuery,
  run: ({ actor, input, signal }) => heavyRead("orders", actor.id, () => listOwn(actor, input, signal)),
});

export const readOrder = read({
  by: "customer",
  params: idParams,
  run: ({ actor, input }) => findOrder(actor, input.id),
});

/** With what is left in a browser's cart, which its header shows. */
export const placeOrder = operation({
  by: "customer",
  limit: ordering,
  locks: itemLocks,
  once: "order",
  body: orderInput,
  run: ({ actor, caller, input, write }) =>
    write(async (db) => ({
      order: await place.placeOrder(actor, input, { channel: "api" }, db),
      itemsCount: caller.byCookie ? await countItems(actor, db) : 0,
    })),
});

/** Orders the cart that the checkout shows, once for its key: a retry, a double click and a second tab find the order that was made. */
export const checkout = operation({
  by: "customer",
  limit: ordering,
  locks: itemLocks,
  once: "checkout",
  body: checkoutForm,
  run: ({ actor, input, write }) => write((db) => checkouts.checkout(actor, input, db)),
});

/** Adds the sweets of an order to the cart. */
export const reorder = operation({
  by: "customer",
  limit: { name: "reserve", counts: "all" },
  locks: anySweets,
  once: noKey,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => reorders.addOrderToCart(actor, input.id, db)),
});

export const listAllOrders = read({
  by: "orders:read",
  query: ordersQuery,
  run: ({ actor, input }) => listAll(actor, input),
});

export const readAnyOrder = read({
  by: "orders:read",
  params: idParams,
  run: ({ actor, input }) => findAnyOrder(actor, input.id),
});

/** The orders that were ticked in the list. */
export const selectOrders = read({ by: "orders:read", body: slipsForm, run: async ({ input }) => input.ids });

const byStaff = { by: "orders:write", limit: noLimit, locks: noLocks } as const;

export const correctOrder = operation({
  ...byStaff,
  once: noKey,
  body: correctionForm,
  run: ({ actor, input: { id, ...corrections }, write }) =>
    write((db) => admin.correctOrder(actor, id, corrections, db)),
});

/** Another day takes its units from another plan. */
export const moveOrder = operation({
  ...byStaff,
  locks: anySweets,
  once: noKey,
  params: idParams,
  body: moveInput,
  run: ({ actor, input: { id, ...window }, write }) => write((db) => admin.moveOrder(actor, id, window, db)),
});

/** The windows of a day that an order can be moved to. */
export const readMoveOptions = read({
  by: "orders:write",
  body: moveDayForm,
  run: async ({ actor, input }) => moveOptions(actor, await findAnyOrder(actor, input.id), input.day),
});

/** What staff who take an order by telephone need of the last one of the same number. */
export const findCaller = read({
  by: "orders:write",
  body: callerForm,
  run: ({ actor, input }) => callers.findCaller(actor, input.phone),
});

/** The items that the rows of a new order name. */
export const readTillItems = read({
  by: "orders:write",
  body: tillRowsForm,
  run: ({ actor, input }) => itemsAtTill(actor, input.rows),
});

const paymentParams = z.object({ id: pathId, paymentId: pathId });

/** A form that was edited after a lost answer finds the claim that was made. */
export const claimPayment = operation({
  by: "customer",
  limit: { name: "payments", counts: "all" },
  locks: noLocks,
  once: ({ id }) => `claim:${id}`,
  params: idParams,
  body: claimInput,
  run: ({ actor, input: { id, utr }, write }) =>
    write(async (db) => {
      await payments.claimPayment(actor, id, { utr }, db);
      return findOrder(actor, id, db);
    }),
});

/** Does something with the money of an order, and answers the order, which needs the right to read it, too. */
function answeringOrder(actor: Staff, id: number, write: Write, work: (db: Executor) => Promise<void>) {
  const reader = assertMay(actor, "orders:read");
  return write(async (db) => {
    await work(db);
    return findAnyOrder(reader, id, db);
  });
}

export const recordPayment = operation({
  ...byStaff,
  by: "payments:write",
  once: ({ id, method, amount, reference }) => namedByContent("payment", { id, method, amount, reference }),
  params: idParams,
  body: paymentInput,
  run: ({ actor, input: { id, ...payment }, write }) =>
    answeringOrder(actor, id, write, (db) => payments.recordPayment(actor, id, payment, db)),
});

export const confirmPayment = operation({
  ...byStaff,
  by: "payments:write",
  once: "confirm",
  params: paymentParams,
  body: confirmInput,
  run: ({ actor, input: { id: orderId, paymentId, force }, write }) =>
    answeringOrder(actor, orderId, write, (db) =>
      payments.confirmPayment(actor, { orderId, paymentId }, { force }, db),
    ),
});

export const rejectPayment = operation({
  ...byStaff,
  by: "payments:write",
  once: "reject",
  params: paymentParams,
  body: rejectInput,
  run: ({ actor, input: { id: orderId, paymentId, reason }, write }) =>
    answeringOrder(actor, orderId, write, (db) =>
      payments.rejectPayment(actor, { orderId, paymentId }, { reason }, db),
    ),
});
