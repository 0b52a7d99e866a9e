"use server";

import { refresh } from "next/cache";
import { assertAdmin } from "@/lib/auth/actor";
import type { FormAction } from "@/lib/http/action-state";
import { requestHash } from "@/lib/http/idempotency";
import { submit } from "@/lib/http/submit";
import { submitOnce } from "@/lib/http/submit-once";
import { refundOrder } from "@/lib/invoices/order-commands";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import type { AdminOrder } from "@/lib/orders/serializers";
import { confirmPayment, recordPayment, rejectPayment } from "@/lib/payments/commands";
import { paymentForm, refundForm, settleForm } from "@/lib/payments/schema";

/** The key of a form together with what it says: the same twice is one submit, another amount from the same page is another one. */
const contentKey = (key: string, input: object) => requestHash(key, JSON.stringify(input));

/** Records money that has come in. More than is due is recorded only after the owner has accepted that very amount. */
export const addPayment: FormAction<AdminOrder> = async (_previous, form) =>
  submit(
    paymentForm,
    form,
    async ({ input: { id, key, force: accepted, ...input }, actor, write }) => {
      assertAdmin(actor);
      const force = accepted !== undefined && accepted === form.get("amount");
      const order = await write(async (db) => {
        await submitOnce(actor, { name: "payment", key: contentKey(key, { id, ...input }) }, db, (tx) =>
          recordPayment(actor, id, { ...input, force }, tx),
        );
        return findAnyOrder(actor, id, db);
      });
      refresh();
      return order;
    },
    "Failed to record the payment",
    { by: "admin" },
  );

/** Confirms or rejects what a customer says was paid. */
export const settlePayment: FormAction<AdminOrder> = async (_previous, form) =>
  submit(
    settleForm,
    form,
    async ({ input: { id: orderId, paymentId, answer, reason }, actor, write }) => {
      const ids = { orderId, paymentId };
      const order = await write(async (db) => {
        if (answer === "reject") await rejectPayment(actor, ids, { reason }, db);
        else await confirmPayment(actor, ids, { force: answer === "confirm above due" }, db);
        return findAnyOrder(actor, orderId, db);
      });
      refresh();
      return order;
    },
    "Failed to update the payment",
    { by: "admin" },
  );

/** Records money that was paid back. */
export const addRefund: FormAction<AdminOrder> = async (_previous, form) =>
  submit(
    refundForm,
    form,
    async ({ input: { id, key, ...input }, actor, write }) => {
      assertAdmin(actor);
      const order = await write(async (db) => {
        await submitOnce(actor, { name: "refund", key: contentKey(key, { id, ...input }) }, db, (tx) =>
          refundOrder(actor, id, input, tx),
        );
        return findAnyOrder(actor, id, db);
      });
      refresh();
      return order;
    },
    "Failed to record the refund",
    { by: "admin" },
  );
