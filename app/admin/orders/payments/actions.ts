"use server";

import type { Admin } from "@/lib/auth/actor";
import { action, runAction } from "@/lib/http/action";
import type { FormAction } from "@/lib/http/action-state";
import * as invoices from "@/lib/invoices/operations";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import * as orders from "@/lib/orders/operations";
import type { AdminOrder } from "@/lib/orders/serializers";
import { confirmForm, paymentForm, refundForm, rejectForm } from "@/lib/payments/schema";

/** The order as it is now: what an earlier submit with the form's key returned may be old. */
const after = ({ actor, result, replayed }: { actor: Admin; result: AdminOrder; replayed: boolean }) =>
  replayed ? findAnyOrder(actor, result.id) : result;

/** Records money that has come in. More than is due is recorded only after the owner has accepted that very amount. */
export const addPayment = action(orders.recordPayment, {
  form: paymentForm,
  failed: "Failed to record the payment",
  refresh: true,
  after,
});

/** Confirms or rejects what a customer says was paid. */
export const settlePayment: FormAction<AdminOrder> = async (_previous, form) => {
  const failed = "Failed to update the payment";
  return form.get("answer") === "reject"
    ? runAction(orders.rejectPayment, form, { form: rejectForm, failed, refresh: true, after })
    : runAction(orders.confirmPayment, form, { form: confirmForm, failed, refresh: true, after });
};

/** Records money that was paid back. */
export const addRefund = action(invoices.refundOrder, {
  form: refundForm,
  failed: "Failed to record the refund",
  refresh: true,
  after,
});
