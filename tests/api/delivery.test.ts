import { describe, expect, test } from "vitest";
import { page, sendForm, textOf } from "./forms";
import { aBrowser, aCustomer, anAdmin, anOrderOf, aSweet, call, delivery } from "./shop";

// Windows of the shop's default settings, which all tests share: each test takes a place of its own at most.

const placesOf = async (pincode: string, items = "") =>
  (await call("GET", `/delivery?pincode=${pincode}&items=${items}`)).body;
/** A day near the end of what can be booked, with its windows. */
const lateDay = async (pincode = "400028", method = "delivery") => {
  const { methods } = await placesOf(pincode);
  return methods.find((offer: { method: string }) => offer.method === method).days.at(-2);
};
const order = (token: string, productId: number, fulfilment: object) =>
  call("POST", "/orders", {
    token,
    body: { ...anOrderOf(productId), delivery: { ...delivery, ...fulfilment } },
  });

describe("GET /delivery", () => {
  test("says how, when and for how much", async () => {
    const sweet = await aSweet({ category: "Dry Fruits", price: 600, details: { shelfLifeDays: 30 } });
    expect(await placesOf("400028", `${sweet.id}:1`)).toEqual({
      pincode: "400028",
      served: true,
      area: { name: "Mumbai", kind: "local" },
      methods: [
        { method: "delivery", fee: 49, freeFrom: 1000, minimum: null, estimate: null, days: expect.any(Array) },
        { method: "pickup", fee: 0, freeFrom: null, minimum: null, estimate: null, days: expect.any(Array) },
      ],
      blocked: [],
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await placesOf("400028", `${sweet.id}:2`)).methods[0].fee).toBe(0);
    // The third number is a pack.
    expect((await placesOf("400028", `${sweet.id}:1:7,${sweet.id}:1`)).methods[0].fee).toBe(0);
    const { slots } = await lateDay();
    expect(slots[0]).toEqual({ from: "10:00", to: expect.stringMatching(/^\d\d:\d\d$/), left: expect.any(Number) });
  });

  test("names what does not travel by courier, and nothing where riders go", async () => {
    const fresh = await aSweet({ category: "Traditional Sweets", details: { shelfLifeDays: 2 } });
    expect(await placesOf("560001", `${fresh.id}:1`)).toMatchObject({
      served: true,
      area: { kind: "courier" },
      methods: [{ method: "courier", fee: 149, estimate: "1-3 days", days: [] }, { method: "pickup" }],
      blocked: [fresh.id],
    });
    expect((await placesOf("400601", `${fresh.id}:1`)).blocked).toEqual([]);
  });

  test.each([
    "",
    "?pincode=",
    "?pincode=40002",
    "?pincode=4000280",
    "?pincode=012345",
    "?pincode=40002x",
    "?pincode=400028&items=1",
    "?pincode=400028&items=1:0",
    "?pincode=400028&items=1:2,",
    "?pincode=400028&items=1:2:3:4",
    "?pincode=400028&items=1:1:0",
    "?pincode=400028&items=1:1:",
    "?pincode=400028&items=-1:2",
    "?pincode=400028&items=99999999999:1",
    `?pincode=400028&items=${Array(101).fill("1:1").join(",")}`,
    "?items=1:1",
  ])("a query that is not well-formed is refused: %s", async (query) => {
    expect((await call("GET", `/delivery${query}`)).status).toBe(400);
  });
});

describe("POST /orders", () => {
  test("takes pincode, method and window inside delivery, and charges the fee", async () => {
    const [sweet, customer] = [await aSweet({ category: "Dry Fruits", price: 100 }), await aCustomer()];
    const { date, slots } = await lateDay();
    const { from, to } = slots[0];
    const wanted = { pincode: "400028", method: "delivery", slot: { date, from } };
    const { status, body } = await order(customer.token, sweet.id, wanted);
    const fulfilment = { ...wanted, area: { name: "Mumbai", kind: "local" }, fee: 49, slot: { date, from, to } };
    expect([status, body.total, body.fulfilment]).toEqual([201, 149, fulfilment]);
    expect((await call("GET", `/orders/${body.id}`, { token: customer.token })).body).toEqual(body);
    const admins = await call("GET", `/admin/orders/${body.id}`, { token: await anAdmin() });
    expect(admins.body).toMatchObject({ fulfilment: body.fulfilment, packedAt: null });
  });

  test("takes null for each of them as if it were absent", async () => {
    const [sweet, customer] = [await aSweet(), await aCustomer()];
    const { status, body } = await order(customer.token, sweet.id, { pincode: null, method: null, slot: null });
    expect([status, body.fulfilment.method, body.total]).toEqual([201, null, sweet.price]);
  });

  test.each<[string, object, string]>([
    ["a pincode that is none", { pincode: "12" }, "pincode"],
    ["a method that is none", { method: "drone" }, "method"],
    ["a window that is no window", { slot: "tomorrow" }, "slot"],
    ["a day that is none", { slot: { date: "2026-02-30", from: "10:00" } }, "slot.date"],
    ["a time that is none", { slot: { date: "2026-12-01", from: "25:00" } }, "slot.from"],
    ["a window without a pincode", { slot: { date: "2099-12-01", from: "10:00" } }, "pincode"],
    ["a window of the past", { pincode: "400028", slot: { date: "2020-01-06", from: "10:00" } }, "slot"],
    ["a courier where riders go", { pincode: "400028", method: "courier" }, "method"],
  ])("refuses %s", async (_what, fulfilment, field) => {
    const [sweet, customer] = [await aSweet(), await aCustomer()];
    const answer = await order(customer.token, sweet.id, fulfilment);
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([
      422,
      "invalid",
      `delivery.${field}`,
    ]);
  });

  test("refuses by courier what does not travel, and names it", async () => {
    const [sweet, customer] = [await aSweet(), await aCustomer()];
    const answer = await order(customer.token, sweet.id, { pincode: "560001" });
    expect([answer.status, answer.body.code, answer.body.blocked]).toEqual([409, "blocked", [sweet.id]]);
  });
});

test("the checkout's button of another window orders for that one, which the order's card names", async () => {
  const [sweet, person] = [await aSweet(), await aCustomer()];
  const session = await aBrowser(person);
  await call("POST", "/cart/reserve", { token: person.token, body: { productId: sweet.id } });
  const { date, slots } = await lateDay("400028", "pickup");
  const [full, next] = slots;
  const values = { ...delivery, pincode: "400028", method: "pickup", slot: `${date} ${full.from}` };
  const form = { ...values, alternative: `${date} ${next.from}` };
  expect((await sendForm("/checkout", "recipientName", form, session)).status).toBe(303);
  const [order] = (await call("GET", "/orders", { token: person.token })).body;
  expect(order.fulfilment).toMatchObject({ method: "pickup", fee: 0, slot: { date, from: next.from } });
  expect(textOf(await page("/orders", session))).toContain("Pick upFree");
});
