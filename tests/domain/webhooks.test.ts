// How deliveries are sent (docs/integrations.md#webhooks): signed, tried again, by one process after the other, and none waiting for another.
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Executor, writeDb } from "@/db/client";
import { eventTypes } from "@/db/constants/webhooks";
import { orders } from "@/db/schema";
import type { Customer } from "@/lib/auth/actor";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { sendContact } from "@/lib/enquiries/commands";
import { letterFor } from "@/lib/messages/event-queries";
import { placeOrder } from "@/lib/orders/place";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { purgeByRetention, removePersonFromAccounts, removePersonFromOrders } from "@/lib/people/privacy-commands";
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  resendDelivery,
  testWebhook,
  updateWebhook,
} from "@/lib/webhooks/commands";
import { LANES } from "@/lib/webhooks/constants";
import { prepareDelivery, settleDelivery, takeDelivery } from "@/lib/webhooks/delivery-commands";
import { listDeliveries, listWebhooks } from "@/lib/webhooks/queries";
import { sentBodies } from "@/lib/webhooks/responses";
import { WebhookSender } from "@/lib/webhooks/sender";
import { atOnce, hold, refusal, waitingForALock } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { startReceiver } from "../support/receiver";
import { pool, sql } from "../support/sql";
import { recordedNow } from "./clock";
import { cash } from "./money";
import { planFor } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));

let admin: Member;
let buyer: Customer;
let sweet: Awaited<ReturnType<typeof aSweet>>;
beforeAll(async () => {
  admin = await anAdmin();
  sweet = await aSweet({ quantity: 90_000, price: 500 });
});
beforeEach(async () => {
  await sql`truncate webhooks, webhook_deliveries, messages`;
  buyer = await aCustomer();
});

const aSender = (options: Partial<ConstructorParameters<typeof WebhookSender>[0]> = {}) => {
  const sender = new WebhookSender({ withPrivate: true, ...options });
  onTestFinished(() => sender.stop());
  return sender;
};
/** Sends what is due, and waits for how it ends. */
const send = async (sender = aSender()) => {
  await sender.run();
  await sender.idle();
};
const ERP = "https://erp.example/hook";
const aWebhook = (url = ERP) => createWebhook(admin, { url, events: [...eventTypes] }, pool);
const order = () => placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "api" }, pool);
const deliveries = async (id: number) => (await listDeliveries(admin, id, 1)).items;
/** Lets time pass for all deliveries. */
const pass = (time: string) => sql`
  update webhook_deliveries set created_at = created_at - ${time}::interval, at = at - ${time}::interval,
    next_attempt_at = next_attempt_at - ${time}::interval`;
const passForAll = async (time: string) => {
  await pass(time);
  await sql`update webhooks set active_since = active_since - ${time}::interval`;
};
const failing = { status: 500, error: "It answered 500." };
/** A delivery that is due, as a lane takes it. */
async function take(id: number) {
  const taken = await takeDelivery(id, pool);
  if (!taken) throw new Error("Nothing was due");
  return taken;
}
const fail = async (id: number) => settleDelivery(await take(id), failing, pool);

describe("what is sent", () => {
  test("is signed, and has the id and time of its event and what it is about", async () => {
    const receiver = await startReceiver();
    const { id, secret } = await aWebhook(receiver.url);
    const placed = await order();
    await send();
    const [delivery] = await deliveries(id);
    const delivered = { type: "order.created", state: "delivered", attempts: 1, status: 200, nextAt: null };
    expect(delivery).toMatchObject(delivered);
    const [got] = receiver.received;
    const body = new Webhook(secret).verify(got?.body ?? "", got?.headers as Record<string, string>);
    expect(got?.headers["webhook-id"]).toBe(delivery?.id);
    expect(body).toMatchObject({ id: delivery?.id, type: "order.created", timestamp: delivery?.at });
    expect(body).toMatchObject({ data: { id: placed.id, total: 500, user: { email: buyer.email } } });
  });

  test("has for each event the data that the document names", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(receiver.url);
    const low = await aSweet({ quantity: 1, price: 500 });
    const { id: orderId } = await placeOrder(buyer, anOrder([[low, 1]]), { channel: "api" }, pool);
    await setOrderStatus(admin, orderId, "Processing", pool);
    await recordPayment(admin, orderId, cash(500), pool);
    await refundOrder(admin, orderId, { amount: 100, reason: "Broken" }, pool);
    await setOrderStatus(admin, orderId, "Cancelled", pool);
    await updateSweet(admin, low.id, { description: "Made of nuts" }, null, pool);
    const from = { name: "Asha", email: "asha@example.com", phone: "98200 00000", message: "Hello there" };
    await sendContact(buyer, { ...from, subject: "A question" }, pool);
    await testWebhook(admin, id, pool);
    const planned = await aSweet({ quantity: 0 });
    await planFor(admin, planned, 4);
    const day = "2026-11-26";
    const input = anOrder([[planned, 4]]);
    await placeOrder(buyer, { ...input, delivery: { ...input.delivery, day } }, { channel: "api" }, pool);
    await sql`insert into webhook_deliveries (webhook_id, type, sweet_id) values (${id}, 'stock.low', ${low.id})`;
    await send();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    for (const { type, body } of sentBodies) {
      const sent = bodies.filter((one) => one.type === type);
      expect([type, sent.length]).not.toEqual([type, 0]);
      for (const one of sent) expect([type, body.safeParse(one).error]).toEqual([type, undefined]);
    }
    const dataOf = (type: string) => bodies.find((one) => one.type === type).data;
    expect(dataOf("payment.received")).toMatchObject({
      order: { id: orderId },
      payment: { method: "cash", amount: 500, state: "received" },
    });
    expect(dataOf("payment.refunded").payment).toMatchObject({ amount: 100, state: "refunded" });
    const full = { productId: planned.id, name: planned.name, day, ordered: 4, capacity: 4 };
    expect(dataOf("plan.full")).toMatchObject(full);
    expect(Object.keys(dataOf("enquiry.created"))).toEqual(["id", "kind", "name", "subject"]);
    expect(dataOf("stock.out")).toMatchObject({ id: low.id, name: low.name });
  });

  test("is made at the first attempt and the same in all later ones, under one id", async () => {
    let status = 500;
    const receiver = await startReceiver((_, response) => void response.writeHead(status).end());
    const { id } = await aWebhook(receiver.url);
    const placed = await order();
    await send();
    await sql`update orders set internal_note = 'changed' where id = ${placed.id}`;
    await pass("5 seconds");
    status = 200;
    await send();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(await deliveries(id)).toMatchObject([{ attempts: 2, state: "delivered", status: 200 }]);
  });

  test("is signed by the old secret too for 24 hours after a new one", async () => {
    const receiver = await startReceiver();
    const { id, secret: old } = await aWebhook(receiver.url);
    const { secret } = await renewSecret(admin, id, pool);
    const accepted = async () => {
      receiver.received.length = 0;
      await testWebhook(admin, id, pool);
      await send();
      const [got] = receiver.received;
      return [old, secret].map((one) => {
        try {
          return Boolean(new Webhook(one).verify(got?.body ?? "", got?.headers as Record<string, string>));
        } catch {
          return false;
        }
      });
    };
    expect(await accepted()).toEqual([true, true]);
    await sql`update webhooks set old_secret_ends = old_secret_ends - interval '23 hours 59 minutes'`;
    expect(await accepted()).toEqual([true, true]);
    await sql`update webhooks set old_secret_ends = old_secret_ends - interval '1 minute'`;
    expect(await accepted()).toEqual([false, true]);
    const [stored] = await sql`select secret, old_secret from webhooks`;
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20));
  });

  test("may be asked for again, whatever has become of it", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(receiver.url);
    await order();
    await send();
    const [delivery] = await deliveries(id);
    const again = await resendDelivery(admin, { id, deliveryId: delivery?.id ?? "" }, pool);
    expect(again).toMatchObject({ id: delivery?.id, state: "pending" });
    await send();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    const other = await aWebhook(receiver.url);
    const wrong = resendDelivery(admin, { id: other.id, deliveryId: delivery?.id ?? "" }, pool);
    expect(await refusal(wrong)).toMatchObject({ code: "not_found" });
  });
});

describe("after a failure", () => {
  test("it is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, every 12 h, and at last three days after its event", async () => {
    const { id } = await aWebhook("http://127.0.0.1:1");
    await order();
    const hours: number[] = [];
    for (let state = "pending"; state === "pending"; ) {
      await sql`
        with due as (select id, next_attempt_at - now() as pause from webhook_deliveries)
        update webhook_deliveries d set next_attempt_at = now(), created_at = d.created_at - due.pause from due where due.id = d.id`;
      const [row] = await sql`select extract(epoch from now() - created_at) / 3600 as hours from webhook_deliveries`;
      hours.push(Math.round(Number(row?.hours) * 1000) / 1000);
      await fail(id);
      state = (await deliveries(id))[0]?.state ?? "";
    }
    const after = [0, 5 / 3600, 0.0847, 0.5847, 2.5847, 7.5847, 17.5847, 29.5847, 41.5847, 53.5847, 65.5847, 72];
    expect(hours).toHaveLength(after.length);
    for (const [i, hour] of after.entries()) expect(hours[i]).toBeCloseTo(hour, 1);
  });

  /** A delivery that fails for good: its event is three days old. */
  async function failForGood(id: number, meanwhile = async () => {}) {
    await order();
    await passForAll("3 days");
    await meanwhile();
    await fail(id);
  }
  const isActive = async (id: number) => (await listWebhooks(admin)).find((one) => one.id === id)?.active;
  const mails = () => sql`select id, kind, webhook_id from messages where kind = 'webhook_off'`;

  test("of all deliveries of three days the webhook is switched off, and the owner gets one message", async () => {
    const { id } = await aWebhook();
    await failForGood(id);
    expect(await isActive(id)).toBe(false);
    expect(await mails()).toHaveLength(1);
    const about = { webhookId: id, orderId: null, paymentId: null, enquiryId: null, sweetId: null };
    const letter = await letterFor([{ kind: "webhook_off", ...about }]);
    expect(letter).toMatchObject({
      to: "orders@mithaas.example",
      mail: { subject: "Webhook switched off: erp.example" },
    });
    expect(JSON.stringify(letter?.mail)).toContain(`/admin/webhooks/${id}`);
    // Nothing is stored for it meanwhile.
    await order();
    expect(await deliveries(id)).toHaveLength(1);
  });

  test("it stays on when anything has arrived since, or when it was switched on after the event", async () => {
    const arrived = await aWebhook();
    await sql`
      insert into webhook_deliveries (webhook_id, type, state, at) values (${arrived.id}, 'test', 'delivered', now() + interval '3 days')`;
    await failForGood(arrived.id);
    expect(await isActive(arrived.id)).toBe(true);
    await deleteWebhook(admin, arrived.id, pool);

    const off = await aWebhook();
    await failForGood(off.id, async () => {
      for (const active of [false, true]) await updateWebhook(admin, { ...off, active }, pool);
    });
    expect(await deliveries(off.id)).toMatchObject([{ state: "failed" }]);
    expect(await isActive(off.id)).toBe(true);
    expect(await mails()).toHaveLength(0);
  });

  test("what arrived before its event, or at another webhook, does not keep it on, and neither does an edit", async () => {
    const dead = await aWebhook();
    const other = await aWebhook("https://other.example/hook");
    await sql`
      insert into webhook_deliveries (webhook_id, type, state, at) values
        (${dead.id}, 'test', 'delivered', now() - interval '1 minute'),
        (${other.id}, 'test', 'delivered', now() + interval '3 days')`;
    await failForGood(dead.id, async () => {
      await updateWebhook(admin, { ...dead, events: ["order.created"], active: true }, pool);
    });
    expect(await isActive(dead.id)).toBe(false);
    expect(await isActive(other.id)).toBe(true);
  });

  test("what waits for a webhook that is off is sent once it is on again, and a test of it is refused", async () => {
    const receiver = await startReceiver();
    const webhook = await aWebhook(receiver.url);
    await order();
    await updateWebhook(admin, { ...webhook, active: false }, pool);
    await send();
    expect(receiver.received).toEqual([]);
    // A lane that was open already takes nothing more.
    expect(await takeDelivery(webhook.id, pool)).toBeNull();
    expect(await refusal(testWebhook(admin, webhook.id, pool))).toMatchObject({ code: "conflict" });
    await updateWebhook(admin, { ...webhook, active: true }, pool);
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(webhook.id)).toMatchObject([{ attempts: 1, state: "delivered" }]);
  });
});

describe("nothing is lost, and nobody waits", () => {
  test("a process that is killed while it sends leaves its deliveries to the others, after a minute", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(receiver.url);
    await order();
    const abandoned = await take(id);
    await send();
    expect(receiver.received).toHaveLength(0);
    await pass("1 minute");
    const again = await take(id);
    // What the first one would have noted is not: it is the second's.
    await settleDelivery(abandoned, failing, pool);
    expect(await deliveries(id)).toMatchObject([{ attempts: 2, state: "pending", status: null }]);
    await settleDelivery(again, { status: 200, error: null }, pool);
    expect(await deliveries(id)).toMatchObject([{ attempts: 2, state: "delivered", status: 200 }]);
  });

  test("what somebody is taking is passed over, the longest due of the rest comes first, and stays with its process for a minute", async () => {
    const { id } = await aWebhook();
    const rows = await sql`
      insert into webhook_deliveries (webhook_id, type, next_attempt_at)
      select ${id}, 'test', now() - minutes * interval '1 minute' from unnest(array[1, 3, 2]) minutes returning id`;
    const [last, first, second] = rows.map((row) => row.id as string);
    const taking = await hold((_, tx) => takeDelivery(id, tx));
    expect((await take(id)).id).toBe(second);
    await taking.release();
    expect([(await take(id)).id, (await take(id)).id]).toEqual([first, last]);
    await pass("59 seconds");
    expect(await takeDelivery(id, pool)).toBeNull();
    await pass("1 second");
    expect(await takeDelivery(id, pool)).not.toBeNull();
  });

  test("a process that was too slow, or whose webhook was switched off meanwhile, sends nothing", async () => {
    const webhook = await aWebhook();
    await order();
    const slow = await take(webhook.id);
    await pass("1 minute");
    const next = await take(webhook.id);
    expect(await prepareDelivery(slow, pool)).toBeNull();
    await updateWebhook(admin, { ...webhook, active: false }, pool);
    expect(await prepareDelivery(next, pool)).toBeNull();
    await updateWebhook(admin, { ...webhook, active: true }, pool);
    expect(await prepareDelivery(next, pool)).toMatchObject({ url: webhook.url });
  });

  test("an event of a sweet that is gone by then is dropped", async () => {
    const { id } = await aWebhook();
    const gone = await aSweet();
    await updateSweet(admin, gone.id, { description: "Not for long" }, null, pool);
    await deleteSweet(admin, gone.id, pool);
    await send();
    expect(await deliveries(id)).toEqual([]);
  });

  test("several processes at once send each delivery once", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(receiver.url);
    await sql`insert into webhook_deliveries (webhook_id, type) select ${id}, 'test' from generate_series(1, 60)`;
    const senders = [1, 2, 3].map(() => aSender());
    await atOnce(3, (i) => send(senders[i]));
    expect(receiver.received).toHaveLength(60);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
  });

  test("receivers that hang, redirect to this machine, answer 10 MB or fail delay nobody, and lose nothing", async () => {
    const target = await startReceiver();
    const bad = [
      await startReceiver(() => {}),
      await startReceiver((_, response) => void response.writeHead(307, { location: target.url }).end()),
      await startReceiver((_, response) => void response.end(Buffer.alloc(10_000_000))),
      await startReceiver((_, response) => void response.writeHead(500).end()),
    ];
    const ids: number[] = [];
    for (const { url } of bad) ids.push((await aWebhook(url)).id);
    const good = await startReceiver();
    const last = await aWebhook(good.url);
    await sql`
      insert into webhook_deliveries (webhook_id, type) select id, 'test' from webhooks, generate_series(1, 10)`;
    const sender = aSender({ timeoutMs: 60_000 });
    // As the job does: it waits for no lane.
    const job = setInterval(() => void sender.run(), 20);
    onTestFinished(() => clearInterval(job));
    await vi.waitUntil(() => good.received.length === 10, { timeout: 20_000 });
    // The one that hangs has its own lanes alone, and all others are through.
    await vi.waitUntil(async () => bad.slice(1).every(({ received }) => received.length >= 10), { timeout: 20_000 });
    expect(bad[0]?.received).toHaveLength(LANES);
    const allAre = async (wanted: string, id = 0) => (await deliveries(id)).every(({ state }) => state === wanted);
    await vi.waitUntil(() => allAre("delivered", last.id), { timeout: 20_000 });
    await vi.waitUntil(() => allAre("delivered", ids[2]), { timeout: 20_000 });
    for (const id of [ids[0], ids[1], ids[3]]) expect(await allAre("pending", id)).toBe(true);
    expect(target.connections()).toBe(0);
    clearInterval(job);
    await sql`delete from webhooks`;
    for (const { close } of bad) close();
  });

  test("an order that somebody has locked is waited for by its own event alone", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(receiver.url);
    const locked = await order();
    await order();
    const { release } = await hold((on) => on`select 1 from orders where id = ${locked.id} for update`);
    await send();
    expect(receiver.received).toHaveLength(1);
    await release();
    await pass("1 second");
    await send();
    expect(receiver.received).toHaveLength(2);
    expect((await deliveries(id)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("what cannot be prepared fails alone", async () => {
    const receiver = await startReceiver();
    const broken = await aWebhook(receiver.url);
    const { id } = await aWebhook(receiver.url);
    await sql`update webhooks set secret = 'AAAA' where id = ${broken.id}`;
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    await order();
    await send();
    expect(await deliveries(broken.id)).toMatchObject([{ state: "pending", error: "It could not be prepared." }]);
    expect(await deliveries(id)).toMatchObject([{ state: "delivered" }]);
  });

  test("a name that leads to this machine by now is not connected to", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(`https://erp.example:${receiver.port}`);
    await order();
    await send(aSender({ withPrivate: false, lookup: async () => ["127.0.0.1", "::1"] }));
    expect(await deliveries(id)).toMatchObject([{ state: "pending", error: "erp.example is no public address" }]);
    expect(receiver.connections()).toBe(0);
  });
});

describe("what is stored", () => {
  test("loses the person of an account that is deleted, also while it is being made", async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(500).end());
    const { id } = await aWebhook(receiver.url);
    const bodies = async () =>
      (await sql`select body from webhook_deliveries`).map(({ body }) => body as string | null);
    const ofBuyer = eq(orders.userId, buyer.id);
    const erase = (db: Executor) =>
      db.transaction(async (tx) => {
        await removePersonFromOrders(ofBuyer, tx);
        await removePersonFromAccounts(buyer, tx);
      });
    await order();
    await send();
    expect(await bodies()).toEqual([expect.stringContaining("Some Road")]);
    // It is about to be sent again.
    await pass("5 seconds");
    const due = await take(id);
    await erase(writeDb());
    expect(await bodies()).toEqual([null]);
    expect((await prepareDelivery(due, pool))?.body).toEqual(expect.not.stringContaining("Some Road"));
    await sql`update webhook_deliveries set body = null`;

    // Made while the account is being deleted.
    await order();
    const erasing = await hold((_, tx) => removePersonFromOrders(ofBuyer, tx));
    await send();
    expect(await bodies()).toEqual([null, null]);
    await erasing.commit();

    // Deleted while it is being made.
    await order();
    await sql`delete from webhook_deliveries where order_id <> (select max(id) from orders)`;
    const taken = await take(id);
    const making = await hold((_, tx) => prepareDelivery(taken, tx));
    const erased = erase(writeDb());
    await waitingForALock();
    await making.commit();
    await erased;
    expect(await bodies()).toEqual([null]);
    await pass("1 minute");
    await send();
    expect(await bodies()).toEqual([expect.not.stringContaining("Some Road")]);
  });

  test("is deleted after 30 days, and with its webhook", async () => {
    const receiver = await startReceiver();
    const { id } = await aWebhook(receiver.url);
    await order();
    await pass("29 days 23 hours");
    await order();
    await purgeByRetention(undefined, await recordedNow());
    expect(await deliveries(id)).toHaveLength(2);
    await pass("1 hour");
    await purgeByRetention(undefined, await recordedNow());
    expect(await deliveries(id)).toHaveLength(1);
    await deleteWebhook(admin, id, pool);
    expect(await sql`select 1 from webhook_deliveries`).toHaveLength(0);
  });
});
