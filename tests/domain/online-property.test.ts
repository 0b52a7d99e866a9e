// Whatever happens between shop and gateway, in any order, doubled and at once: when it has come to rest, each order's ledger is what the
// gateway has taken and paid back, to the paisa. How much: tests/support/property.ts.
import "./gateway";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { writeAtOnce } from "@/db/write-slots";
import type { Customer } from "@/lib/auth/actor";
import { setShopTime, shopNow } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { askPaymentGateway, receiveCallback, receiveWebhook } from "@/lib/orders/online-payments";
import { askForRefund, sendRefunds } from "@/lib/orders/refund-commands";
import { cancelOrder, finishSettled, setOrderStatus, settleOrder } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { payOnDelivery } from "@/lib/payments/online-commands";
import { callbackForm } from "@/lib/payments/schema";
import { expectStockRight } from "../support/database";
import { aCustomer } from "../support/factories";
import { bounds, chance, limit } from "../support/property";
import { pool, sql } from "../support/sql";
import { cash } from "./money";
import { admin, gateway, gatewayOrderOf, onlineOrder } from "./online-world";

vi.mock("@/lib/http/log", async (original) => ({ ...(await original<object>()), logFault: () => {} }));

const ORDERS = 3;
/** What was handed in by hand goes back by hand, and the dashboard pays back of one order: what goes back by both ways at once is too much. */
const BY_DASHBOARD = 0;
const order = fc.nat(ORDERS - 1);
const amount = fc.constantFrom(100, 150.5, 250, 500);
const nth = fc.nat(20);
const op = fc.oneof(
  chance(3, "open", { order }),
  chance(4, "pay", {
    order,
    amount: fc.constantFrom(500, 500, 200, 300, 600),
    status: fc.constantFrom("captured", "captured", "authorized", "failed"),
  }),
  chance(1, "capture", { nth }),
  chance(1, "autoRefund", { nth }),
  chance(2, "callback", { nth }),
  chance(4, "webhook", { nth }),
  chance(3, "job", { minutes: fc.constantFrom(1, 1, 2, 2, 10, 61) }),
  chance(3, "fault", {
    call: fc.constantFrom("createOrder", "findOrders", "orderPayments", "payment", "refund", "refund", "refundStatus"),
    fault: fc.constantFrom("lost", "unreadable", "error", "errorAfter"),
  }),
  chance(1, "away", { isAway: fc.boolean() }),
  chance(2, "mode", { mode: fc.constantFrom("processed", "processed", "pending", "failed", "refused") }),
  chance(8, "refund", { order, amount }),
  chance(1, "byHand", { order, amount }),
  chance(1, "receive", { order, amount }),
  chance(1, "dashboard", { nth, amount }),
  chance(4, "settle", { nth, status: fc.constantFrom("processed", "failed") }),
  chance(1, "cancel", { order, amount, by: fc.constantFrom("staff", "buyer", "staff with refund") }),
  chance(1, "status", { order, to: fc.constantFrom("Shipped", "Pending") }),
  chance(1, "onDelivery", { order }),
);
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

type World = {
  buyer: Customer;
  ids: number[];
  opened: (string | undefined)[];
  first: [payments: number, refunds: number];
};
const isExpected = (error: unknown) =>
  error instanceof AppError || /support.razorpay.ts|has received/.test(`${(error as Error)?.stack}`);
const webhook = (entity: { entity: string; status: string }) => {
  const { body, headers } = gateway.event(`${entity.entity}.${entity.status}`, entity as never);
  return receiveWebhook(body, new Headers(headers), writeAtOnce);
};
const paymentsOf = ({ first }: World) => gateway.payments.slice(first[0]);
const refundsOf = ({ first }: World) => gateway.refunds.slice(first[1]);
const one = <T>(list: T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];
const eventsOf = (world: World) => [
  ...paymentsOf(world).map((payment) => ({ ...payment, status: payment.captured ? "captured" : payment.status })),
  ...refundsOf(world).filter(({ status }) => status !== "pending"),
];

async function run(world: World, one_: Op): Promise<unknown> {
  const { buyer, ids, opened } = world;
  const id = "order" in one_ ? (ids[one_.order] ?? 0) : 0;
  switch (one_.op) {
    case "open":
      opened[one_.order] = await gatewayOrderOf(buyer, id);
      return;
    case "pay": {
      const gatewayId = opened[one_.order];
      return gatewayId && gateway.pay(gatewayId, { amount: one_.amount * 100, status: one_.status as "captured" });
    }
    case "capture":
    case "autoRefund": {
      const open = one(
        paymentsOf(world).filter(({ status }) => status === "authorized"),
        one_.nth,
      );
      return open && gateway[one_.op](open.id);
    }
    case "callback": {
      const payment = one(paymentsOf(world), one_.nth);
      return payment && receiveCallback(callbackForm.parse(gateway.callbackFields(payment)), writeAtOnce);
    }
    case "webhook": {
      const entity = one(eventsOf(world), one_.nth);
      return entity && webhook(entity);
    }
    case "job":
      setShopTime(new Date(shopNow().getTime() + one_.minutes * 60_000));
      return askPaymentGateway();
    case "fault":
      return gateway.faults[one_.call as "refund"].push(one_.fault as "lost");
    case "away":
      return one_.isAway ? gateway.goAway() : gateway.comeBack();
    case "mode":
      gateway.refundStatus = one_.mode as "pending";
      return;
    case "refund":
      return sendRefunds(await askForRefund(admin, id, { amount: one_.amount, reason: "A box" }, pool), writeAtOnce);
    case "byHand":
      if (one_.order === BY_DASHBOARD) return;
      return askForRefund(admin, id, { amount: one_.amount, reason: "A box", method: "cash" }, pool);
    case "receive":
      return recordPayment(admin, id, cash(one_.amount), pool);
    case "dashboard": {
      const gatewayId = opened[BY_DASHBOARD];
      const payment = one(
        paymentsOf(world).filter(({ order_id, captured }) => captured && order_id === gatewayId),
        one_.nth,
      );
      return payment && gateway.refund(payment.id, one_.amount * 100);
    }
    case "settle": {
      const refund = one(
        refundsOf(world).filter(({ status }) => status !== "failed"),
        one_.nth,
      );
      return refund && gateway.settle(refund.id, refund.status === "processed" ? "failed" : (one_.status as "failed"));
    }
    case "cancel": {
      if (one_.by === "buyer") return cancelOrder(buyer, id, pool);
      const refund = one_.by === "staff" ? undefined : { amount: one_.amount, reason: "Out of ghee" };
      return finishSettled(admin, await settleOrder(admin, id, "Cancelled", pool, { refund }), writeAtOnce);
    }
    case "status":
      return setOrderStatus(admin, id, one_.to as "Shipped", pool);
    case "onDelivery":
      return payOnDelivery(buyer, id, pool);
  }
}

/** All faults end; what is pending is settled, each webhook comes once more, and the job runs until it has nothing to ask. */
async function comeToRest(world: World) {
  await gateway.comeBack();
  gateway.refundStatus = "processed";
  for (const faults of Object.values(gateway.faults)) faults.length = 0;
  const pending = sql`select 1 from payments where state = 'refund_pending' and order_id = any(${world.ids}::int[])`;
  for (let round = 0; round < 10; round++) {
    for (const { id, status } of refundsOf(world)) if (status === "pending") gateway.settle(id, "processed");
    setShopTime(new Date(shopNow().getTime() + 61 * 60_000));
    await askPaymentGateway();
    for (const entity of eventsOf(world)) await webhook(entity);
    if ((await pending).length === 0) return;
  }
  throw new Error("Refunds are still pending.");
}

/** In paise, of one order: what the gateway has taken and paid back, and what the ledger says of it. */
async function sums(id: number) {
  const receipts = gateway.orders.filter(({ receipt }) => receipt === `MTH${id}` || receipt?.startsWith(`MTH${id}-`));
  const totals = receipts.map(({ receipt }) => gateway.totals(receipt ?? ""));
  const sum = (name: "captured" | "refunded" | "pending") => totals.reduce((all, total) => all + total[name], 0);
  const [ledger] = await sql`
    select coalesce(sum(amount) filter (where state = 'received'), 0)::int as captured,
           coalesce(sum(amount) filter (where state = 'refunded'), 0)::int as refunded,
           coalesce(sum(amount) filter (where state = 'refund_pending'), 0)::int as pending
    from payments where order_id = ${id} and method = 'online'`;
  const [documents] = await sql`
    select o.refunded, o.credited_ahead as ahead, coalesce(sum(i.total) filter (where i.kind = 'credit_note'), 0)::int as credited,
           coalesce(sum(i.total) filter (where i.kind <> 'credit_note'), 0)::int as invoiced,
           exists (select from order_status_history h where h.order_id = o.id and h.to_status = 'Cancelled') as cancelled
    from orders o left join invoices i on i.order_id = o.id where o.id = ${id} group by o.id`;
  return {
    ...documents,
    gateway: { captured: sum("captured"), refunded: sum("refunded"), pending: sum("pending") },
    ledger,
  };
}

afterAll(async () => {
  setShopTime(undefined);
  await expectStockRight();
  const url = process.env.DATABASE_URL ?? "";
  expect([(await checkStock(url)).differences, (await checkPayments(url)).differences]).toEqual([[], []]);
});

const property = async (groups: Op[][], areTogether: boolean) => {
  setShopTime(undefined);
  setShopTime(shopNow());
  const buyer = await aCustomer();
  const ids: number[] = [];
  for (let i = 0; i < ORDERS; i++) ids.push((await onlineOrder(buyer)).id);
  const world: World = { buyer, ids, opened: [], first: [gateway.payments.length, gateway.refunds.length] };
  const tried = (one_: Op) =>
    run(world, one_).catch((error) => {
      if (!isExpected(error)) throw error;
    });
  for (const [at, id] of ids.entries()) {
    world.opened[at] = await gatewayOrderOf(buyer, id);
    if (at < 2) await webhook({ ...gateway.pay(world.opened[at] ?? "") });
  }
  for (const group of groups) {
    if (areTogether) await Promise.all(group.map(tried));
    else for (const one_ of group) await tried(one_);
    await gateway.comeBack();
  }
  await comeToRest(world);
  for (const id of ids) {
    const { gateway: real, ledger, ...documents } = (await sums(id)) as any;
    expect(ledger).toEqual(real);
    expect(documents.ahead).toBeGreaterThanOrEqual(0);
    // A cancel credits all that was invoiced.
    const mostCredited = documents.cancelled ? documents.invoiced : documents.refunded + documents.ahead;
    expect(documents.credited).toBeLessThanOrEqual(mostCredited);
  }
};

test(
  "the ledger is what the gateway has",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(op, { minLength: 4, maxLength: 8 }), { minLength: 5, maxLength: 8 }),
        fc.boolean(),
        property,
      ),
      { ...bounds, endOnFailure: true },
    ),
  limit,
);
