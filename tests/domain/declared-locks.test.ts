// What an operation says that it locks, for its write slot, is what it locks: each is run once, where it locks most, and before its transaction
// ends another connection asks which sweets are locked.

import "./gateway";
import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { afterAll, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import { inTransaction } from "@/db/transaction";
import { anySweets, type Write, writeAtOnce } from "@/db/write-slots";
import type { Actor, Customer, StaffMember } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { deleteSweet } from "@/lib/catalogue/commands";
import { LOGIN_COOKIE } from "@/lib/cookies";
import { sendContact } from "@/lib/enquiries/commands";
import type { Operation } from "@/lib/http/operation";
import { placeOrder } from "@/lib/orders/place";
import { cancelOrder } from "@/lib/orders/status-commands";
import { claimPayment, recordPayment } from "@/lib/payments/commands";
import { openCheckout, recordOnlinePayment } from "@/lib/payments/online-commands";
import { callbackForm } from "@/lib/payments/schema";
import { loginMark } from "@/lib/people/factor-cookies";
import { createKey } from "@/lib/people/key-commands";
import { createResetFor } from "@/lib/people/reset-commands";
import { beginFactor, confirmFactor } from "@/lib/people/second-factor-commands";
import { inviteStaff } from "@/lib/people/staff-commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { createWebhook, testWebhook } from "@/lib/webhooks/commands";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor, many, signedIn } from "../support/factories";
import { pool, sql } from "../support/sql";
import { gateway } from "./gateway";
import { aUtr, cash, lastPayment } from "./money";
import { address, aMember, PASSWORD } from "./people";
import { aPlanned, weekOf } from "./plan-world";
import { setSettings } from "./set-settings";

// A message is sent again by a shop that sends mail.
vi.hoisted(() => Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "shop@shop.example" }));
// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));
const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"];

const owner = await anAdmin();
await setSettings("payments", { online: { active: true, holdMinutes: 30 } });
afterAll(() => gateway.close());

/** A request for an operation: who sends what. */
type Request = { actor: Actor; input?: object; cartToken?: string; headers?: Record<string, string> };
const byOwner = (input?: object): Request => ({ actor: owner, input });

const pairOf = async () => [await aSweet({ price: 100 }), await aSweet({ price: 100 })] as const;
/** Somebody whose cart holds two sweets. */
async function aHolder<Who extends Customer | ReturnType<typeof aVisitor>>(actor: Who) {
  const sweets = await pairOf();
  for (const sweet of sweets) await reserve(actor, many(sweet, 2), pool);
  return { actor, sweets };
}
/** An order of two sweets, ₹200 in all. */
async function anOrderOfTwo(payment: "cod" | "online" = "cod") {
  const actor = await aCustomer();
  const lines = (await pairOf()).map((sweet): [typeof sweet, number] => [sweet, 1]);
  return { actor, id: (await placeOrder(actor, anOrder(lines, { payment }), { channel: "api" }, pool)).id };
}
/** An order of two sweets that somebody has paid at the gateway, which nobody here knows yet. */
async function aPaidOrder() {
  const { actor, id } = await anOrderOfTwo("online");
  return { actor, id, payment: gateway.pay((await openCheckout(actor, id, writeAtOnce)).orderId) };
}
/** An order that a browser has placed without an account. */
async function anOrderOfBrowser() {
  const actor = aVisitor();
  const input = anOrder((await pairOf()).map((sweet) => [sweet, 1]));
  return { actor, cartToken: actor.cartToken, id: (await placeOrder(actor, input, { channel: "web" }, pool)).id };
}
async function aClaim() {
  const { actor, id } = await anOrderOfTwo();
  await claimPayment(actor, id, { utr: aUtr() }, pool);
  return { id, paymentId: await lastPayment() };
}
/** A member who signs in where a visitor's cart holds something. */
async function aReturning() {
  const [{ email, user }, { actor }] = [await aMember(), await aHolder(aVisitor())];
  return { email, user, by: { actor, cartToken: actor.cartToken } };
}
const aLogin = async () => aReturning().then(({ email, by }) => ({ ...by, input: { email, password: PASSWORD } }));
/** Somebody who works for the shop and has a password, with a second factor when it is confirmed. */
async function withFactor(isConfirmed = true) {
  const { user } = await aMember();
  await sql`update users set role = 'admin', staff = 'owner' where id = ${user.id}`;
  const { actor } = await signedIn({ ...user, role: "admin", staff: "owner" } as unknown as StaffMember);
  const { secret } = await beginFactor(actor, PASSWORD);
  const code = new TOTP({ secret, digits: 6, period: 30, algorithm: "SHA1" }).generate();
  const { recoveryCodes } = isConfirmed ? await confirmFactor(actor, code) : { recoveryCodes: [] };
  return { actor, code, recovery: recoveryCodes[0] };
}
const aWebhook = async () =>
  (await createWebhook(owner, { url: `https://93.184.216.34/${randomUUID()}`, events: ["order.created"] }, pool)).id;
const anEnquiry = { name: "Asha Rao", email: "asha@example.com", phone: "98200 00000", message: "Do you deliver?" };
const stored = async (table: string) => (await sql`select max(id)::int as id from ${sql(table)}`)[0]?.id as number;
const aMessage = async (state: string) => {
  await anOrderOfTwo();
  await sql`update messages set state = ${state} where kind = 'new_order'`;
  return byOwner({ id: await stored("messages") });
};
const aKey = { name: "Till", permissions: ["orders:read" as const], expiresAt: null };
const invite = () => ({ name: "Ravi Shah", email: address(), staff: "counter" as const });
const aWord = { word: "mithai", means: "sweet" };
const usual = { orderBy: { days: 1, time: "20:00" }, force: false };

/** A request for each operation that writes; what follows a colon is another case of it. */
const requests: Record<string, () => Promise<Request>> = {
  "people.login": () => aLogin(),
  "people.beginLogin": () => aLogin(),
  "people.finishLogin": async () => {
    const { user, by } = await aReturning();
    const [row] = await sql`select password_hash from users where id = ${user.id}`;
    const mark = loginMark({ id: user.id, passwordHash: row?.password_hash as string });
    return { ...by, input: { code: "123456" }, headers: { cookie: `${LOGIN_COOKIE}=${mark}` } };
  },
  "people.register": async () =>
    aReturning().then(({ by }) => ({ ...by, input: { email: address(), password: PASSWORD } })),
  "people.register: without a cart": async () => ({
    actor: { kind: "visitor", cartToken: null },
    input: { email: address(), password: PASSWORD },
  }),
  "people.logout": async () => signedIn(await aCustomer()),
  "people.forgotPassword": async () => ({ actor: aVisitor(), input: { email: address() } }),
  "people.resetPassword": async () => {
    const token = await createResetFor((await aMember()).email, writeDb());
    return { actor: aVisitor(), input: { token, password: PASSWORD } };
  },
  "people.changeName": async () => ({ actor: await aCustomer(), input: { name: "Asha Rao" } }),
  "people.changePassword": async () => ({
    actor: (await aMember()).user,
    input: { currentPassword: PASSWORD, password: "another one" },
  }),
  "people.endSession": async () => {
    const { actor } = await signedIn(await aCustomer());
    return { actor, input: { sessionId: actor.sessionId } };
  },
  "people.deleteAccount": async () => ({
    ...(await aHolder((await aMember()).user)),
    input: { password: PASSWORD },
  }),
  "people.eraseOrder": async () => {
    const { actor, cartToken, id } = await anOrderOfBrowser();
    await cancelOrder(actor, id, pool);
    return { actor, cartToken, input: { id } };
  },
  "people.createPasswordLink": async () => byOwner({ id: (await aCustomer()).id }),
  "people.beginFactor": async () => ({ actor: (await withFactor(false)).actor, input: { password: PASSWORD } }),
  "people.confirmFactor": async () => withFactor(false).then(({ actor, code }) => ({ actor, input: { code } })),
  "people.switchFactorOff": async () =>
    withFactor().then(({ actor, recovery }) => ({ actor, input: { password: PASSWORD, code: recovery } })),
  "people.resetFactor": async () => byOwner({ id: (await withFactor()).actor.id }),

  "cart.reserve": async () => ({ actor: await aCustomer(), input: many(await aSweet(), 1) }),
  "cart.setLine": async () =>
    aHolder(await aCustomer()).then(({ actor, sweets }) => ({ actor, input: many(sweets[0], 3) })),
  "cart.removeLine": async () =>
    aHolder(await aCustomer()).then(({ actor, sweets }) => ({ actor, input: { productId: sweets[0].id } })),
  "cart.updateCart": async () => {
    const actor = await aCustomer();
    await reserve(actor, { ...many(await aPlanned(), 1), day: tuesday }, pool);
    return { actor, input: { day: wednesday } };
  },
  "cart.updateCart: gift wrap": async () => ({ ...(await aHolder(await aCustomer())), input: { giftWrap: true } }),
  "cart.emptyCart": async () => aHolder(await aCustomer()),
  "cart.clampCart": async () => {
    const { actor, sweets } = await aHolder(await aCustomer());
    await deleteSweet(owner, sweets[0].id, pool);
    return { actor };
  },

  "catalogue.createSweet": async () =>
    byOwner({ name: "Peda", price: 100, quantity: 5, category: "Traditional Sweets", description: "Made for a test" }),
  "catalogue.updateSweet": async () =>
    byOwner({ id: (await aSweet()).id, quantity: 3, packs: [{ label: "Box", units: 1, price: 200, active: true }] }),
  "catalogue.savePrices": async () => {
    const prices = (await pairOf()).map(({ id, packs: [pack] }) => ({ productId: id, packId: pack?.id, price: 110 }));
    return byOwner({ rows: prices.map((row) => ({ ...row, version: 1 })) });
  },
  "catalogue.deleteSweet": async () => byOwner({ id: (await aHolder(await aCustomer())).sweets[0].id }),
  "catalogue.acceptSamples": async () => byOwner(),
  "catalogue.deleteSamples": async () => {
    await sql`update sweets set sample = true where id = ${(await aSweet()).id}`;
    return byOwner();
  },
  "catalogue.addSearchWord": async () => byOwner(aWord),
  "catalogue.removeSearchWord": async () => byOwner(aWord),
  "catalogue.restockSweet": async () => byOwner({ id: (await aSweet()).id, quantity: 1 }),
  "catalogue.throwAway": async () => byOwner({ id: (await aSweet()).id, quantity: 1, reason: "Broken" }),

  "enquiries.sendContact": async () => ({ actor: aVisitor(), input: { ...anEnquiry, subject: "Delivery" } }),
  "enquiries.requestCustomOrder": async () => ({
    actor: aVisitor(),
    input: { ...anEnquiry, occasion: "Diwali", eventDate: null, quantity: null, budget: null },
  }),
  "enquiries.markEnquiry": async () => {
    await sendContact(aVisitor(), { ...anEnquiry, subject: "Delivery" }, pool);
    return byOwner({ id: await stored("enquiries"), done: true });
  },

  "people.createKey": async () => byOwner(aKey),
  "people.revokeKey": async () => byOwner({ id: (await createKey(owner, aKey, pool)).row.id }),
  "kitchen.setPacked": async () => byOwner({ ids: [(await anOrderOfTwo()).id], packed: true }),
  "messages.markHandled": async () => aMessage("waiting"),
  "messages.sendAgain": async () => aMessage("failed"),

  "orders.placeOrder": async () => {
    const { actor, sweets } = await aHolder(await aCustomer());
    return { actor, input: anOrder(sweets.map((sweet) => [sweet, 3])) };
  },
  "orders.checkout": async () => {
    const { actor, sweets } = await aHolder(await aCustomer());
    const { delivery, ...order } = anOrder(sweets.map((sweet) => [sweet, 2]));
    return { actor, input: { ...order, ...delivery, key: randomUUID() } };
  },
  "orders.checkout: without an account": async () => {
    const { actor, sweets } = await aHolder(aVisitor());
    const { delivery, ...order } = anOrder(sweets.map((sweet) => [sweet, 2]));
    return { actor, input: { ...order, ...delivery, key: randomUUID() } };
  },
  "orders.addToAccount": async () => {
    const { cartToken, id } = await anOrderOfBrowser();
    return { actor: await aCustomer(), cartToken, input: { id } };
  },
  "orders.forgetOrders": async () => ({ ...(await anOrderOfBrowser()), input: {} }),
  "orders.reorder": async () => anOrderOfTwo().then(({ actor, id }) => ({ actor, input: { id } })),
  "orders.correctOrder": async () => byOwner({ id: (await anOrderOfTwo()).id, internalNote: "Ring twice" }),
  "orders.moveOrder": async () => {
    const [actor, sweet] = [await aCustomer(), await aPlanned()];
    const delivery = { pincode: "400028", slot: { date: tuesday, from: "10:00" }, day: tuesday };
    const { id } = await placeOrder(actor, anOrder([[sweet, 1]], { delivery }), { channel: "api" }, pool);
    return byOwner({ id, date: wednesday, from: "10:00", force: false });
  },
  "orders.changeOrder": async () => {
    const [actor, sweet] = [await aCustomer(), await aPlanned()];
    const delivery = { pincode: "400028", slot: { date: tuesday, from: "10:00" }, day: tuesday };
    const { id } = await placeOrder(actor, anOrder([[sweet, 1]], { delivery }), { channel: "api" }, pool);
    return { actor, input: { id, slot: { date: wednesday, from: "10:00" } } };
  },
  "orders.changeItems": async () =>
    byOwner({ id: (await anOrderOfTwo()).id, items: (await pairOf()).map((sweet) => many(sweet, 2)) }),
  "orders.claimPayment": async () => anOrderOfTwo().then(({ actor, id }) => ({ actor, input: { id, utr: aUtr() } })),
  "orders.recordPayment": async () => byOwner({ id: (await anOrderOfTwo()).id, ...cash(200) }),
  "orders.confirmPayment": async () => byOwner({ ...(await aClaim()), force: false }),
  "orders.rejectPayment": async () => byOwner({ ...(await aClaim()), reason: null }),
  "orders.cancelOrder": async () => anOrderOfTwo().then(({ actor, id }) => ({ actor, input: { id } })),
  "orders.purchaseSweet": async () =>
    aHolder(await aCustomer()).then(({ actor, sweets: [{ id }] }) => ({ actor, input: { id, quantity: 3 } })),
  "orders.sellSweet": async () => byOwner({ id: (await aSweet()).id, quantity: 1, payment: "cash" }),
  "orders.takeOrder": async () => byOwner({ items: (await pairOf()).map((sweet) => many(sweet, 1)), payment: "cash" }),
  "orders.takeOrder: for later": async () => {
    const { items, delivery } = anOrder((await pairOf()).map((sweet) => [sweet, 1]));
    return byOwner({ items, delivery, giftWrap: false, personalMessage: "" });
  },
  "orders.setOrderStatus": async () => byOwner({ id: (await anOrderOfTwo()).id, status: "Cancelled" }),
  "orders.settleOrder": async () => {
    const { id } = await anOrderOfTwo();
    await recordPayment(owner, id, cash(200), pool);
    return byOwner({ id, status: "Cancelled", refund: { amount: 200, reason: "Sold out" } });
  },
  "orders.setOrderStatuses": async () => byOwner({ ids: [(await anOrderOfTwo()).id], status: "Cancelled" }),
  "orders.refundOrder": async () => {
    const { id } = await anOrderOfTwo();
    await recordPayment(owner, id, cash(200), pool);
    return byOwner({ id, amount: 200, reason: "Sold out" });
  },
  "orders.refundOrder: by the gateway": async () => {
    const { id, payment } = await aPaidOrder();
    const { id: paid, order_id: orderId, amount } = payment;
    await recordOnlinePayment({ id: paid, orderId, amount, state: "captured", fee: null, failure: null }, pool);
    return byOwner({ id, amount: 150, reason: "Sold out" });
  },
  "orders.openCheckout": async () => anOrderOfTwo("online").then(({ actor, id }) => ({ actor, input: { id } })),
  "orders.payOnDelivery": async () => anOrderOfTwo("online").then(({ actor, id }) => ({ actor, input: { id } })),
  "orders.receiveCallback": async () => {
    const { payment } = await aPaidOrder();
    return { actor: aVisitor(), input: callbackForm.parse(gateway.callbackFields(payment)) };
  },
  "orders.receiveWebhook": async () => {
    const { body: text, headers } = gateway.event("payment.captured", (await aPaidOrder()).payment);
    return { actor: aVisitor(), input: { text }, headers };
  },

  "stock.savePlan": async () => byOwner({ productId: (await aPlanned()).id, week: weekOf(5), ...usual }),
  "stock.endPlan": async () => byOwner({ productId: (await aPlanned()).id }),
  "stock.setPlanDay": async () =>
    byOwner({ productId: (await aPlanned()).id, day: tuesday, capacity: 3, force: false }),
  "stock.clearPlanDay": async () => byOwner({ productId: (await aPlanned()).id, day: tuesday, force: false }),
  "stock.setPlanDays": async () => {
    const planned = [await aPlanned(), await aPlanned()];
    return byOwner({ force: false, days: planned.map(({ id }) => ({ productId: id, day: tuesday, capacity: 3 })) });
  },
  "stock.enterBatch": async () => byOwner({ productId: (await aPlanned()).id, day: tuesday, units: 5 }),

  "settings.saveSettings": async () => byOwner({ section: "pause", version: 0, value: defaultSettings.pause }),
  "reports.putStepsAway": async () => byOwner({ away: "true" }),
  "people.inviteStaff": async () => byOwner(invite()),
  "people.updateStaff": async () => byOwner({ id: (await anAdmin("counter")).id, staff: "kitchen", active: true }),
  "people.createStaffLink": async () => byOwner({ id: (await anAdmin("counter")).id }),
  "people.acceptInvitation": async () => {
    const { token } = await inviteStaff(owner, invite(), pool);
    const { actor } = await aHolder(aVisitor());
    return { actor, cartToken: actor.cartToken, input: { token, password: PASSWORD } };
  },
  "webhooks.createWebhook": async () => byOwner({ url: "https://93.184.216.34/", events: ["order.created"] }),
  "webhooks.updateWebhook": async () =>
    byOwner({ id: await aWebhook(), url: "https://93.184.216.34/", events: ["order.created"], active: true }),
  "webhooks.deleteWebhook": async () => byOwner({ id: await aWebhook() }),
  "webhooks.renewSecret": async () => byOwner({ id: await aWebhook() }),
  "webhooks.resendDelivery": async () => {
    const id = await aWebhook();
    await testWebhook(owner, id, pool);
    const [delivery] = await sql`select id from webhook_deliveries where webhook_id = ${id}`;
    return byOwner({ id, deliveryId: delivery?.id });
  },
  "webhooks.testWebhook": async () => byOwner({ id: await aWebhook() }),
};

/** The operations that write, by noun and name. */
const files = import.meta.glob<Record<string, Operation>>("../../lib/*/*operations.ts", { eager: true });
const writing = Object.entries(files).flatMap(([file, declared]) =>
  Object.entries(declared)
    .filter(([, operation]) => operation.writes)
    .map(([name, operation]) => ({ name: `${file.split("/").at(-2)}.${name}`, operation })),
);

/** The sweets that a transaction has locked for a change. One that it has made itself is seen by nobody else yet. */
const lockedSweets = () => sql<{ id: number }[]>`
  with free as materialized (select id from sweets for no key update skip locked)
  select id from sweets where id not in (select id from free)`;

const nameOf = (request: string) => request.split(":")[0] ?? "";

test("every operation that writes is run here", () => {
  const run = [...new Set(Object.keys(requests).map(nameOf))];
  expect(run.sort()).toEqual(writing.map(({ name }) => name).sort());
});

test.each(Object.keys(requests))("%s", async (request) => {
  const { run, finish, locks } = writing.find(({ name }) => name === nameOf(request))!.operation;
  const { actor, input = {}, cartToken = null, headers = {} } = await requests[request]!();
  const caller = { actor, cartToken, byCookie: true };
  const locked = new Set<number>();
  const write: Write = (work) =>
    inTransaction(writeDb(), async (tx) => {
      const result = await work(tx);
      for (const { id } of await lockedSweets()) locked.add(id);
      return result;
    });
  const rest = { picture: null, caller, headers: new Headers(headers), session: "browser", write } as const;
  const context = { actor, input, ...rest } as never;
  const done = await run(context);
  await finish?.(context, done as never, false);
  const declared = typeof locks === "function" ? locks(input, caller) : locks;
  if (declared === anySweets) expect(locked.size).toBeGreaterThan(0);
  else expect(locked).toEqual(new Set(declared));
});
