import { z } from "zod";
import type { Executor } from "@/db/client";
import { noLocks, type Write } from "@/db/write-slots";
import { assertMay, type Staff } from "@/lib/auth/actor";
import { namedByContent } from "@/lib/http/idempotency";
import { noLimit, operation } from "@/lib/http/operation";
import * as payments from "@/lib/payments/commands";
import { claimInput, confirmInput, paymentInput, refundInput, rejectInput } from "@/lib/payments/schema";
import { idParams, pathId } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import { findOrder } from "./queries";
import * as statuses from "./status-commands";

/* What is done with the money of an order. It answers the whole order, so it is above lib/payments. */

const paymentParams = z.object({ id: pathId, paymentId: pathId });

/** A form that was edited after a lost answer finds the claim that was made. */
export const claimPayment = operation({
  by: "orderer",
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

const ofMoney = { by: "payments:write", limit: noLimit, locks: noLocks } as const;

export const recordPayment = operation({
  ...ofMoney,
  once: ({ id, method, amount, reference }) => namedByContent("payment", { id, method, amount, reference }),
  params: idParams,
  body: paymentInput,
  run: ({ actor, input: { id, ...payment }, write }) =>
    answeringOrder(actor, id, write, (db) => payments.recordPayment(actor, id, payment, db)),
});

export const confirmPayment = operation({
  ...ofMoney,
  once: "confirm",
  params: paymentParams,
  body: confirmInput,
  run: ({ actor, input: { id, paymentId, force }, write }) =>
    answeringOrder(actor, id, write, (db) => payments.confirmPayment(actor, { orderId: id, paymentId }, { force }, db)),
});

export const rejectPayment = operation({
  ...ofMoney,
  once: "reject",
  params: paymentParams,
  body: rejectInput,
  run: ({ actor, input: { id, paymentId, reason }, write }) =>
    answeringOrder(actor, id, write, (db) => payments.rejectPayment(actor, { orderId: id, paymentId }, { reason }, db)),
});

export const refundOrder = operation({
  ...ofMoney,
  by: "refunds:write",
  once: ({ id, amount, reason }) => namedByContent("refund", { id, amount, reason }),
  params: idParams,
  body: refundInput,
  run: ({ actor, input: { id, ...refund }, write }) => write((db) => statuses.refundOrder(actor, id, refund, db)),
});
