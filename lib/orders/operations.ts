import { anySweets, noLocks } from "@/db/write-slots";
import { isCustomer } from "@/lib/auth/actor";
import { countItems } from "@/lib/cart/queries";
import { toApiSweet } from "@/lib/catalogue/select";
import { moveDayForm, moveInput } from "@/lib/delivery/schema";
import { heavyRead } from "@/lib/http/heavy-reads";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import { findAnyOrder, findOrderRows, listAllOrders as listAll } from "./admin-queries";
import * as browsers from "./browser-orders";
import * as callers from "./caller-queries";
import * as checkouts from "./checkout";
import * as edits from "./correction-commands";
import * as changes from "./item-commands";
import * as changeable from "./item-queries";
import * as place from "./place";
import * as till from "./purchase";
import { findOrder, listOrders as listOwn } from "./queries";
import * as reorders from "./reorder";
import {
  browserOrdersForm,
  changeInput,
  checkoutForm,
  correctionForm,
  orderInput,
  orderItemsInput,
  ordersQuery,
  ownOrdersQuery,
  purchaseInput,
  rowsForm,
  statusesForm,
  statusForm,
  statusInput,
} from "./schema";
import * as statuses from "./status-commands";
import { callerForm } from "./taken-form";
import { takenOrderInput } from "./taken-schema";
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
  by: "orderer",
  limit: ordering,
  locks: itemLocks,
  once: "checkout",
  body: checkoutForm,
  run: ({ actor, input, write }) => write((db) => checkouts.checkout(actor, input, db)),
});

/** By a customer, whose own holds are bought first, with what is left in a browser's cart. */
export const purchaseSweet = operation({
  by: "buyer",
  limit: ordering,
  locks: ({ id }) => [id],
  once: "purchase",
  params: idParams,
  body: purchaseInput,
  run: ({ actor, caller, input: { id, ...packs }, write }) =>
    write(async (db) => ({
      sweet: toApiSweet(await till.purchase(actor, id, packs, db)),
      itemsCount: caller.byCookie && isCustomer(actor) ? await countItems(actor, db) : null,
    })),
});

/** A sale at the till. */
export const sellSweet = operation({ ...purchaseSweet, by: "orders:write" });

export const cancelOrder = operation({
  by: "orderer",
  limit: noLimit,
  locks: anySweets,
  once: noKey,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => statuses.cancelOrder(actor, input.id, db)),
});

/** Also the sweets, whose plans are read, and change when the window is of another day. */
export const changeOrder = operation({
  by: "orderer",
  limit: ordering,
  locks: anySweets,
  once: noKey,
  params: idParams,
  body: changeInput,
  run: ({ actor, input: { id, ...changes }, write }) => write((db) => edits.changeOrder(actor, id, changes, db)),
});

/** Adds the sweets of an order to the cart. */
export const reorder = operation({
  by: "orderer",
  limit: { name: "reserve", counts: "all" },
  locks: anySweets,
  once: noKey,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => reorders.addOrderToCart(actor, input.id, db)),
});

const ofBrowser = { limit: noLimit, locks: noLocks, once: noKey } as const;

/** Adds an order that this browser has placed without an account. */
export const addToAccount = operation({
  ...ofBrowser,
  by: "customer",
  params: idParams,
  run: ({ actor, caller, input, write }) => write((db) => browsers.addToAccount(actor, caller.cartToken, input.id, db)),
});

/** Ends the access of this browser to an order that it has placed without an account, or to all of them. */
export const forgetOrders = operation({
  ...ofBrowser,
  by: "orderer",
  body: browserOrdersForm,
  run: ({ caller, input, write }) => write((db) => browsers.forgetOrders(caller.cartToken, input.orderId, db)),
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

/** Orders of a list that is shown already, as they are now. */
export const readRows = read({
  by: "orders:read",
  body: rowsForm,
  run: ({ actor, input }) => findOrderRows(actor, input.ids),
});

const byStaff = { by: "orders:write", limit: noLimit, locks: noLocks } as const;

export const correctOrder = operation({
  ...byStaff,
  once: noKey,
  body: correctionForm,
  run: ({ actor, input: { id, ...corrections }, write }) =>
    write((db) => edits.correctOrder(actor, id, corrections, db)),
});

/** Another day takes its units from another plan. */
export const moveOrder = operation({
  ...byStaff,
  locks: anySweets,
  once: noKey,
  params: idParams,
  body: moveInput,
  run: ({ actor, input: { id, ...window }, write }) => write((db) => edits.moveOrder(actor, id, window, db)),
});

/** Also the sweets that the order has until then, which are known under its lock alone. */
export const changeItems = operation({
  ...byStaff,
  locks: anySweets,
  once: noKey,
  params: idParams,
  body: orderItemsInput,
  run: ({ actor, input: { id, ...items }, write }) => write((db) => changes.changeItems(actor, id, items, db)),
});

/** What the form needs by which the sweets of an order are changed. */
export const readItemChoices = read({
  by: "orders:write",
  params: idParams,
  run: ({ actor, input }) => changeable.itemChoices(actor, input.id),
});

/** The windows of a day that an order can be moved to. */
export const readMoveOptions = read({
  by: "orders:write",
  body: moveDayForm,
  run: async ({ actor, input }) => moveOptions(actor, await findAnyOrder(actor, input.id), input.day),
});

const settingStatus = { ...byStaff, locks: anySweets, once: noKey } as const;

export const setOrderStatus = operation({
  ...settingStatus,
  params: idParams,
  body: statusInput,
  run: ({ actor, input: { id, status, tracking }, write }) =>
    write((db) => statuses.setOrderStatus(actor, id, status, db, { tracking })),
});

/** Sets the status together with money that is received or paid back with it. */
export const settleOrder = operation({
  ...settingStatus,
  body: statusForm,
  run: async ({ actor, input: { id, status, ...more }, write }) => {
    const settled = await write((db) => statuses.settleOrder(actor, id, status, db, more));
    return statuses.finishSettled(actor, settled, write);
  },
});

export const setOrderStatuses = operation({
  ...settingStatus,
  body: statusesForm,
  run: async ({ actor, input: { ids, status, ...more }, write }) => {
    const outcomes = await write((db) => statuses.setOrderStatuses(actor, ids, status, db, more));
    return statuses.finishStatuses(actor, outcomes, more.refund, write);
  },
});

/** What staff who take an order by telephone need of the last one of the same number. */
export const findCaller = read({
  by: "orders:write",
  body: callerForm,
  run: ({ actor, input }) => callers.findCaller(actor, input.phone),
});

/** An order for somebody without an account: sold at the till, or to be delivered later. */
export const takeOrder = operation({
  ...byStaff,
  locks: itemLocks,
  once: "take",
  body: takenOrderInput,
  run: ({ actor, input, write }) => write((db) => till.takeOrder(actor, input, db)),
});
