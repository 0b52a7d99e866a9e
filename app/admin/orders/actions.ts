"use server";

import { assertMay, type Staff } from "@/lib/auth/actor";
import { moveForm } from "@/lib/delivery/schema";
import { action, formOf, runAction } from "@/lib/http/action";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { findShownOrder, type ShownOrder } from "@/lib/messages/order-whatsapp";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import { failedToSet } from "@/lib/orders/constants";
import type { ItemChoices } from "@/lib/orders/item-queries";
import * as orders from "@/lib/orders/operations";
import * as payments from "@/lib/orders/payment-operations";
import { orderItemsForm, rowsForm } from "@/lib/orders/schema";
import type { AdminOrder } from "@/lib/orders/serializers";
import { outcomeOf } from "@/lib/orders/status-commands";
import type { MoveOptions } from "@/lib/orders/window-queries";
import { confirmForm, paymentForm, refundForm, rejectForm } from "@/lib/payments/schema";
import { idParams } from "@/lib/text";

const failedStatus = (form: FormData) => failedToSet(form.get("status"));

export const setStatus = action(orders.settleOrder, {
  failed: failedStatus,
  refresh: true,
  after: ({ input, result }) => ({ ...outcomeOf(result, input), title: `Order #${result.order.id}` }),
});

export const setStatuses = action(orders.setOrderStatuses, { lists: ["ids"], failed: failedStatus, refresh: true });

/** The order as screens show it, as it is now: what an earlier submit with the form's key returned may be old. */
const shownOrder = ({ actor, result }: { actor: Staff; result: AdminOrder }) =>
  findShownOrder(assertMay(actor, "orders:read"), result.id);

const answer = { refresh: true, after: shownOrder };

export const updateOrder = action(orders.correctOrder, { failed: "Failed to update order", ...answer });

export async function loadOrder(id: number): Promise<ActionState<ShownOrder>> {
  const failed = "An unexpected error occurred";
  return runAction(orders.readAnyOrder, formOf({ id }), { form: idParams, failed, after: shownOrder });
}

/** Orders of a list that is shown already, as they are now. */
export async function loadRows(ids: readonly number[]): Promise<ActionState<ListedOrder[]>> {
  const failed = "Some orders could not be loaded again. Please reload the page.";
  return runAction(orders.readRows, formOf({ ids: String(ids) }), { failed, form: rowsForm });
}

/** Moves an order to another window. One that is full is overbooked only after the owner has confirmed it for this very window. */
export const moveToWindow = action(orders.moveOrder, { form: moveForm, failed: "Failed to move order", ...answer });

export const changeItems = action(orders.changeItems, {
  form: orderItemsForm,
  failed: "Failed to change the sweets",
  ...answer,
});

export async function loadItemChoices(id: number): Promise<ActionState<ItemChoices>> {
  const failed = "The sweets could not be loaded. Please try again.";
  return runAction(orders.readItemChoices, formOf({ id }), { form: idParams, failed });
}

export async function loadWindows(id: number, day?: string): Promise<ActionState<MoveOptions>> {
  const failed = "The windows could not be loaded. Please try again.";
  return runAction(orders.readMoveOptions, formOf({ id, day }), { failed });
}

/** Records money that has come in. More than is due is recorded only after the owner has accepted that very amount. */
export const addPayment = action(payments.recordPayment, {
  form: paymentForm,
  failed: "Failed to record the payment",
  ...answer,
});

export const settlePayment: FormAction<ShownOrder> = async (_previous, form) => {
  const failed = "Failed to update the payment";
  return form.get("answer") === "reject"
    ? runAction(payments.rejectPayment, form, { form: rejectForm, failed, ...answer })
    : runAction(payments.confirmPayment, form, { form: confirmForm, failed, ...answer });
};

export const addRefund = action(payments.refundOrder, {
  form: refundForm,
  failed: "Failed to refund",
  refresh: true,
  after: async ({ actor, result: { order, left } }) => ({ ...(await shownOrder({ actor, result: order })), left }),
});
