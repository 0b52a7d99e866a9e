// docs/behaviour.md#payments over HTTP. What money does: tests/domain/payments.test.ts. This file owns the settings of payments in the
// shared shop, and puts them back.
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, anOrderOf, aSweet, call, type Person, unique } from "./shop";

let admin: string;
let before: object;
let customer: Person;

async function savePayments(value: object) {
  const { body } = await call("GET", "/admin/settings", { token: admin });
  const saved = await call("PUT", "/admin/settings/payments", {
    token: admin,
    body: { version: body.payments.version, value: { ...body.payments.value, ...value } },
  });
  expect(saved.status).toBe(200);
  return body.payments.value;
}
const byUpi = { upiId: "mithaas@okbank", payeeName: "Mithaas Sweets", cod: { active: true, upTo: null } };

beforeAll(async () => {
  admin = await anAdmin();
  before = await savePayments(byUpi);
  customer = await aCustomer();
});
afterAll(() => savePayments(before));

const aUtr = () => String(randomInt(1e11, 1e12));
const keyed = () => ({ "idempotency-key": unique("key-") });

/** A new order of ₹500 by the customer; its id. */
const order = async (): Promise<number> => (await anOrder(customer, (await aSweet({ price: 500 })).id)).id;
const claim = (id: number | string, body: unknown, headers = {}, { token } = customer) =>
  call("POST", `/orders/${id}/payments/claim`, { token, body, headers });
const post = (path: string, body: unknown, headers = {}) =>
  call("POST", `/admin/orders/${path}`, { token: admin, body, headers });
const view = async (id: number) => (await call("GET", `/admin/orders/${id}`, { token: admin })).body;
const entries = async (id: number) => (await view(id)).payments;
const lastEntry = async (id: number): Promise<number> => (await entries(id)).at(-1).id;

/** The same call twice under one key: the second gets the first answer, to the byte. */
async function twice(send: (headers: object) => ReturnType<typeof call>) {
  const headers = keyed();
  const [first, second] = [await send(headers), await send(headers)];
  expect([first.headers.get("idempotency-replayed"), second.headers.get("idempotency-replayed")]).toEqual([
    null,
    "true",
  ]);
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  return first;
}

describe("a payment", () => {
  test("is claimed by the customer and confirmed by the owner, each once", async () => {
    const id = await order();
    const utr = aUtr();
    const claimed = await twice((headers) => claim(id, { utr: ` ${utr.slice(0, 4)} ${utr.slice(4)} ` }, headers));
    expect([claimed.status, claimed.body.id, claimed.body.payment]).toEqual([
      201,
      id,
      { method: "cod", state: "claimed", paid: 0, due: 500 },
    ]);
    expect(await entries(id)).toMatchObject([{ method: "upi", amount: 500, state: "claimed", reference: utr }]);
    const paymentId = await lastEntry(id);
    const confirmed = await twice((headers) => post(`${id}/payments/${paymentId}/confirm`, {}, headers));
    expect([confirmed.status, confirmed.body.payment]).toEqual([
      200,
      { method: "cod", state: "paid", paid: 500, due: 0 },
    ]);
    expect(confirmed.body.payments).toMatchObject([{ id: paymentId, state: "received" }]);
    const own = (await call("GET", `/orders/${id}`, { token: customer.token })).body;
    expect(own.payment).toEqual(confirmed.body.payment);
    expect(Object.keys(own)).not.toContain("payments");
    expect(await claim(id, { utr: aUtr() })).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await claim(await order(), { utr })).toMatchObject({ status: 409, body: { code: "utr_used" } });
  });

  test("that was claimed is rejected with a reason", async () => {
    const id = await order();
    await claim(id, { utr: aUtr() });
    const path = `${id}/payments/${await lastEntry(id)}/reject`;
    const rejected = await twice((headers) => post(path, { reason: "No such transfer" }, headers));
    expect([rejected.status, rejected.body.payment.state]).toEqual([200, "unpaid"]);
    expect(rejected.body.payments).toMatchObject([{ state: "failed", reason: "No such transfer" }]);
  });

  test("is recorded and refunded in parts, above what is due or was received only when the owner insists", async () => {
    const id = await order();
    const cash = { method: "cash", amount: 199.5, reference: "slip 7" };
    const part = await twice((headers) => post(`${id}/payments`, cash, headers));
    expect([part.status, part.body.payment]).toEqual([
      201,
      { method: "cod", state: "part_paid", paid: 199.5, due: 300.5 },
    ]);
    expect(part.body.payments).toMatchObject([cash]);
    const above = { method: "upi", amount: 300.51 };
    expect(await post(`${id}/payments`, above)).toMatchObject({ status: 409, body: { code: "overpaid", due: 300.5 } });
    expect((await post(`${id}/payments`, { ...above, force: true })).body.payment.paid).toBe(500.01);

    const back = { amount: 100, reason: "A box was late" };
    const refunded = await twice((headers) => post(`${id}/refunds`, back, headers));
    expect([refunded.status, refunded.body.payment]).toEqual([
      201,
      { method: "cod", state: "part_refunded", paid: 400.01, due: 0 },
    ]);
    expect(refunded.body.payments.at(-1)).toMatchObject(back);
    const rest = await post(`${id}/refunds`, { amount: 400.02, reason: "All" });
    expect(rest).toMatchObject({ status: 409, body: { code: "overpaid", due: 400.01 } });
  });
});

describe("refused", () => {
  test("is a claim for another person's order, and what is for an order or a payment that is not there", async () => {
    const id = await order();
    for (const [path, person] of [
      [id, await aCustomer()],
      [2_147_483_647, customer],
      ["x", customer],
    ] as const)
      expect((await claim(path, { utr: aUtr() }, {}, person)).status).toBe(404);
    expect((await post(`2147483647/payments`, { method: "cash", amount: 1 })).status).toBe(404);
    expect((await post(`2147483647/refunds`, { amount: 1, reason: "x" })).status).toBe(404);
    await claim(id, { utr: aUtr() });
    const other = await order();
    for (const step of ["confirm", "reject"])
      expect((await post(`${other}/payments/${await lastEntry(id)}/${step}`, {})).status).toBe(404);
    expect((await view(id)).payment.state).toBe("claimed");
  });

  test.each([{}, { utr: "" }, { utr: "63291547820" }, { utr: "6329154782011" }, { utr: "63291547820a" }, { utr: 1 }])(
    "is a claim with %j",
    async (body) => {
      expect(await claim(await order(), body)).toMatchObject({ status: 422, body: { errors: [{ path: "utr" }] } });
    },
  );

  test.each([
    ["payments", { method: "cheque", amount: 1 }, "method"],
    ["payments", { method: "cash" }, "amount"],
    ["payments", { method: "cash", amount: 0 }, "amount"],
    ["payments", { method: "cash", amount: -1 }, "amount"],
    ["payments", { method: "cash", amount: 1.001 }, "amount"],
    ["payments", { method: "cash", amount: "1" }, "amount"],
    ["payments", { method: "cash", amount: 1, reference: "x".repeat(61) }, "reference"],
    ["refunds", { amount: 1 }, "reason"],
    ["refunds", { amount: 1, reason: " " }, "reason"],
    ["refunds", { amount: 0, reason: "x" }, "amount"],
  ])("is %s with %j", async (path, body, field) => {
    const id = await order();
    expect(await post(`${id}/${path}`, body)).toMatchObject({ status: 422, body: { errors: [{ path: field }] } });
    expect(await entries(id)).toEqual([]);
  });
});

test("the owner's list is filtered by the state of the payment", async () => {
  const id = await order();
  const listed = async (state: string) => {
    const { body } = await call("GET", `/admin/orders?payment=${state}&pageSize=100`, { token: admin });
    return body.items.some((one: { id: number }) => one.id === id);
  };
  expect([await listed("unpaid"), await listed("claimed")]).toEqual([true, false]);
  await claim(id, { utr: aUtr() });
  expect([await listed("unpaid"), await listed("claimed")]).toEqual([false, true]);
});

describe("POST /orders", () => {
  const place = async (payment?: unknown, more = {}) => {
    const sweet = await aSweet({ price: 500 });
    const body = { ...anOrderOf(sweet.id), ...(payment === undefined ? {} : { payment }), ...more };
    return call("POST", "/orders", { token: customer.token, body });
  };

  test("takes how it is paid: on delivery unless UPI is asked for", async () => {
    for (const [asked, method] of [
      [undefined, "cod"],
      ["cod", "cod"],
      ["upi", "upi"],
    ] as const) {
      const { status, body } = await place(asked);
      expect([status, body.payment]).toEqual([201, { method, state: "unpaid", paid: 0, due: 500 }]);
    }
    for (const unknown of ["cash", "UPI", null, 1])
      expect(await place(unknown)).toMatchObject({ status: 422, body: { errors: [{ path: "payment" }] } });
  });

  test("refuses payment on delivery above the owner's limit", async () => {
    await savePayments({ cod: { active: true, upTo: 500 } });
    expect((await place("cod")).status).toBe(201);
    expect(await place("cod", { giftWrap: true })).toMatchObject({
      status: 409,
      body: {
        ...{ code: "cod_unavailable", upTo: 500 },
        message: "Orders above ₹500 cannot be paid on delivery. Please pay by UPI.",
      },
    });
    await savePayments(byUpi);
  });

  test("refuses UPI while the shop has no UPI ID, and anybody may know what is offered", async () => {
    expect((await call("GET", "/shop")).body.payments).toEqual(byUpi);
    await savePayments({ upiId: null, payeeName: null });
    expect((await call("GET", "/shop")).body.payments).toEqual({ ...byUpi, upiId: null, payeeName: "Mithaas" });
    expect(await place("upi")).toMatchObject({ status: 422, body: { errors: [{ path: "payment" }] } });
    await savePayments(byUpi);
  });
});
