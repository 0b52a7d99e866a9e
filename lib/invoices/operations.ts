import { anySweets, noLocks } from "@/db/write-slots";
import { isCustomer } from "@/lib/auth/actor";
import { countItems } from "@/lib/cart/queries";
import { toApiSweet } from "@/lib/catalogue/select";
import { namedByContent } from "@/lib/http/idempotency";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { batchForm, purchaseInput, statusForm, statusInput } from "@/lib/orders/schema";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { refundInput } from "@/lib/payments/schema";
import { idParams } from "@/lib/text";
import * as commands from "./order-commands";
import { invoicePdf } from "./pdf";
import { findInvoice, type InvoiceReader } from "./queries";
import { documentQuery } from "./schema";

/** Customers have the invoices of their own orders, admins all. */
const invoice = {
  params: idParams,
  run: ({ actor, input }: { actor: InvoiceReader; input: { id: number } }) => findInvoice(actor, input.id),
};
export const readInvoice = read({ by: "customer", ...invoice });
export const readAnyInvoice = read({ by: "invoices:read", ...invoice });

const pdf = {
  params: idParams,
  query: documentQuery,
  run: ({ actor, input }: { actor: InvoiceReader; input: { id: number; number?: string } }) =>
    invoicePdf(actor, input.id, input.number),
};
export const readInvoicePdf = read({ by: "customer", ...pdf });
export const readAnyInvoicePdf = read({ by: "invoices:read", ...pdf });

export const cancelOrder = operation({
  by: "customer",
  limit: noLimit,
  locks: anySweets,
  once: noKey,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.cancelOrder(actor, input.id, db)),
});

/** By a customer, whose own holds are bought first, with what is left in a browser's cart. */
export const purchaseSweet = operation({
  by: "buyer",
  limit: { name: "orders", counts: "all" },
  locks: ({ id }) => [id],
  once: "purchase",
  params: idParams,
  body: purchaseInput,
  run: ({ actor, caller, input: { id, ...packs }, write }) =>
    write(async (db) => ({
      sweet: toApiSweet(await commands.purchase(actor, id, packs, db)),
      itemsCount: caller.byCookie && isCustomer(actor) ? await countItems(actor, db) : null,
    })),
});

/** A sale at the till. */
export const sellSweet = operation({ ...purchaseSweet, by: "orders:write" });

/** An order for somebody without an account: sold at the till, or to be delivered later. */
export const takeOrder = operation({
  by: "orders:write",
  limit: noLimit,
  locks: ({ items }) => items.map(({ productId }) => productId),
  once: "take",
  body: takenOrderInput,
  run: ({ actor, input, write }) => write((db) => commands.takeOrder(actor, input, db)),
});

const settingStatus = { by: "orders:write", limit: noLimit, locks: anySweets, once: noKey } as const;

export const setOrderStatus = operation({
  ...settingStatus,
  params: idParams,
  body: statusInput,
  run: ({ actor, input: { id, status }, write }) => write((db) => commands.setOrderStatus(actor, id, status, db)),
});

/** Sets the status together with money that is received or paid back with it. */
export const settleOrder = operation({
  ...settingStatus,
  body: statusForm,
  run: ({ actor, input: { id, status, ...money }, write }) =>
    write((db) => commands.setOrderStatus(actor, id, status, db, money)),
});

export const setOrderStatuses = operation({
  ...settingStatus,
  body: batchForm,
  run: ({ actor, input: { ids, status, refund }, write }) =>
    write((db) => commands.setOrderStatuses(actor, ids, status, db, refund)),
});

export const refundOrder = operation({
  by: "refunds:write",
  limit: noLimit,
  locks: noLocks,
  once: ({ id, amount, reason }) => namedByContent("refund", { id, amount, reason }),
  params: idParams,
  body: refundInput,
  run: ({ actor, input: { id, ...refund }, write }) => write((db) => commands.refundOrder(actor, id, refund, db)),
});
