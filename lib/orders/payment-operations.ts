import { z } from "zod";
import type { Executor } from "@/db/client";
import { noLocks, type Write } from "@/db/write-slots";
import { assertMay, type Staff } from "@/lib/auth/actor";
import { callerOf } from "@/lib/auth/session";
import { namedByContent } from "@/lib/http/idempotency";
import { noKey, noLimit, operation, operationInSteps } from "@/lib/http/operation";
import * as payments from "@/lib/payments/commands";
import { gatewayAway } from "@/lib/payments/current-gateway";
import * as online from "@/lib/payments/online-commands";
import { callbackForm, claimInput, confirmInput, paymentInput, refundInput, rejectInput } from "@/lib/payments/schema";
import { idParams, pathId } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import * as received from "./online-payments";
import { findOrder, storedOrder } from "./queries";
import * as refunds from "./refund-commands";
import { toAdminOrder } from "./serializers";

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

/** `left`: what has not gone, in rupees. */
export const refundOrder = operationInSteps({
  ...ofMoney,
  by: "refunds:write",
  once: ({ id, amount, reason, method }) => namedByContent("refund", { id, amount, reason, method }),
  params: idParams,
  body: refundInput,
  run: ({ actor, input: { id, ...refund }, write }) => write((db) => refunds.askForRefund(actor, id, refund, db)),
  finish: async ({ write }, asked, replayed) => {
    const { left, isAway, isUndone } = await refunds.sendRefunds({ ...asked, isNew: asked.isNew && !replayed }, write);
    if (isUndone) throw gatewayAway("Nothing was refunded. Please try again in a moment.", true);
    if (isAway) throw gatewayAway("The refund may be on its way: it is asked for again by itself.");
    return { order: toAdminOrder(await write((db) => storedOrder(db, asked.orderId))), left };
  },
});

const ofCustomer = { by: "orderer", limit: { name: "payments", counts: "all" }, locks: noLocks, once: noKey } as const;

/** What the shopper's browser posts to the gateway's page to pay what is due. */
export const openCheckout = operation({
  ...ofCustomer,
  params: idParams,
  run: ({ actor, input: { id }, write }) => online.openCheckout(actor, id, write),
});

/** The customer pays on delivery instead. */
export const payOnDelivery = operation({
  ...ofCustomer,
  params: idParams,
  run: ({ actor, input: { id }, write }) =>
    write(async (db) => {
      await online.payOnDelivery(actor, id, db);
      return findOrder(actor, id, db);
    }),
});

const fromGateway = { by: "public", locks: noLocks, once: noKey } as const;

/** The browser comes back from the gateway's page, by a form that the gateway has signed or that says why a payment has failed. */
export const receiveCallback = operation({
  ...fromGateway,
  limit: { name: "payments", counts: "all" },
  body: callbackForm,
  run: async ({ input, headers, write }) => {
    const orderId = await received.receiveCallback(input, write);
    return { orderId, isOwn: await received.hasOrder(await callerOf(headers), orderId) };
  },
});

/** An event of the gateway. */
export const receiveWebhook = operation({
  ...fromGateway,
  limit: noLimit,
  body: z.object({ text: z.string() }),
  run: ({ input: { text }, headers, write }) => received.receiveWebhook(text, headers, write),
});
