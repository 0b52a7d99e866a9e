import { describe, expect, test } from "vitest";
import { invalid } from "./expected";
import { aCustomer, anAdmin, anOrderOf, aSweet, call, delivery, unique } from "./shop";

/** The texts of the fields that are wrong. */
type Fields = Record<string, string>;
const answered = (fields: Fields) => [422, invalid(Object.entries(fields))];

describe("wrong fields: 422 with each path and its text", () => {
  const email = "Please enter a valid email address";
  const name = "Name must be at least 2 characters";
  const password = "Password must be at least 6 characters";
  const phone = "Please enter a valid phone number";
  const subject = "Subject must be at least 5 characters";
  const message = "Message must be at least 10 characters";
  const person = { name: "Asha", email: "a@mithaas.test", phone: "9820000000" };
  const enquiry = { ...person, subject: "Diwali", message: "Do you deliver?" };
  const account = { email: "x@y.co", password: "123456" };

  test.each<[string, object, Fields]>([
    ["/auth/login", {}, { email, password }],
    ["/auth/login", { email: "a@b", password: "12345" }, { email, password }],
    ["/auth/login", { email: 5, password: null }, { email, password }],
    ["/auth/register", { ...account, name: "A" }, { name }],
    [
      "/auth/register",
      { ...account, password: "1".repeat(201) },
      { password: "Password must be at most 200 characters" },
    ],
    ["/auth/register", { ...account, email: `${"x".repeat(250)}@y.co` }, { email }],
    ["/contact", {}, { name, email, phone, subject, message }],
    ["/contact", { ...enquiry, phone: "123456789" }, { phone }],
    ["/contact", { ...enquiry, subject: "    " }, { subject }],
    ["/contact", { ...enquiry, message: "short" }, { message }],
    ["/contact", { ...enquiry, message: "x".repeat(5001) }, { message: "Must be at most 5000 characters" }],
    ["/custom-orders", {}, { name, email, phone, message }],
  ])("POST %s %j", async (path, body, fields) => {
    const answer = await call("POST", path, { body });
    expect([answer.status, answer.body]).toEqual(answered(fields));
  });

  const sweet = { name: "Peda", category: "Cakes", description: "Soft.", price: 10, stock: 1 };
  const category = "Please select a category";
  const description = "Please enter a description";
  const price = "Price must be greater than 0";
  const quantity = "Quantity must be 0 or greater";
  test.each<[object, Fields]>([
    [{}, { name, category, description, price, quantity }],
    [{ stock: undefined }, { quantity }],
    [{ name: "😀" }, { name }],
    [{ name: "x".repeat(121) }, { name: "Must be at most 120 characters" }],
    [{ category: "Pickles" }, { category }],
    [{ category: "Gift Boxes" }, { category }],
    [{ price: 0 }, { price }],
    [{ price: "10" }, { price }],
    [{ price: 10.005 }, { price: "Use at most two decimals" }],
    [{ price: 1_000_000.01 }, { price: "Price must be 10,00,000 or less" }],
    [{ stock: -1 }, { stock: quantity }],
    [{ stock: 1.5 }, { stock: quantity }],
    [{ stock: 100_001 }, { stock: "Quantity must be 1,00,000 or less" }],
    [{ quantity: 2 }, { quantity: "stock and quantity must be the same" }],
    [{ description: " \u200b " }, { description }],
    [{ details: { shelfLifeDays: 1, allergens: [" "] } }, { "details.allergens.0": "Must be at least 1 characters" }],
  ])("POST /sweets with %j", async (changes, fields) => {
    const body = Object.keys(changes).length > 0 ? { ...sweet, ...changes } : {};
    const answer = await call("POST", "/sweets", { body, token: await anAdmin() });
    expect([answer.status, answer.body]).toEqual(answered(fields));
  });

  const missing = "Please fill required delivery details.";
  test("POST /orders: what is missing of the delivery", async () => {
    const { token } = await aCustomer();
    const { id } = await aSweet();
    const order = anOrderOf(id);
    const blank = { ...order, delivery: { ...delivery, recipientName: "  ", phoneNumber: "" } };
    const answer = await call("POST", "/orders", { token, body: blank });
    expect([answer.status, answer.body]).toEqual(
      answered({ "delivery.recipientName": missing, "delivery.phoneNumber": missing }),
    );
    const none = await call("POST", "/orders", { token, body: { items: order.items } });
    expect([none.status, none.body]).toEqual(answered({ delivery: missing }));
    const empty = await call("POST", "/orders", { token, body: { ...order, items: [] } });
    expect(empty.body.message).toBe("The order has no items");
    for (const items of [
      Array(101).fill({ productId: id, quantity: 1 }),
      [{ productId: id, quantity: 0 }],
      [{ productId: 0, quantity: 1 }],
      "x",
    ])
      expect((await call("POST", "/orders", { token, body: { ...order, items } })).status).toBe(422);
    const long = { ...order, delivery: { ...delivery, notes: "x".repeat(501) }, personalMessage: "y".repeat(501) };
    const { errors } = (await call("POST", "/orders", { token, body: long })).body;
    expect(errors).toMatchObject([{ path: "delivery.notes" }, { path: "personalMessage" }]);
  });

  test("optional text of blanks is missing", async () => {
    const blank = " \u200b\n ";
    const { body: made } = await call("POST", "/sweets", {
      token: await anAdmin(),
      body: { ...sweet, imageAlt: blank, details: { ingredients: blank, storage: blank, netWeightGrams: 5 } },
    });
    expect([made.imageAlt, made.details.ingredients, made.details.storage]).toEqual([null, null, null]);
    const sent = { imageAlt: "A peda", details: { ingredients: "Milk", storage: "Cool" } };
    const put = async (body: object) =>
      (await call("PUT", `/sweets/${made.id}`, { token: await anAdmin(), body })).body;
    await put(sent);
    // What is not sent does not change, blanks take away.
    expect(await put({ details: { storage: blank } })).toMatchObject({
      imageAlt: "A peda",
      details: { ingredients: "Milk", storage: null, netWeightGrams: 5 },
    });
    expect((await put({ imageAlt: blank })).imageAlt).toBeNull();
    const { token } = await aCustomer();
    expect((await call("PATCH", "/cart", { token, body: { personalMessage: blank } })).body.personalMessage).toBe("");
    const order = await call("POST", "/orders", { token, body: { ...anOrderOf(made.id), personalMessage: blank } });
    expect([order.status, order.body.personalMessage]).toEqual([201, null]);
    const email = `${unique()}@mithaas.test`;
    const person = await call("POST", "/auth/register", { body: { email, password: "secret", name: blank } });
    expect([person.status, person.body.user.name]).toEqual([201, email.split("@")[0]]);
  });

  test("quantities that are none", async () => {
    const { id } = await aSweet();
    const { token } = await aCustomer();
    for (const quantity of [0, -1, 1.5, "2", null, 1e400, 2 ** 53, 100_001])
      for (const [path, body] of [
        ["/cart/reserve", { productId: id, quantity }],
        [`/sweets/${id}/purchase`, { quantity }],
      ] as const)
        expect([path, quantity, (await call("POST", path, { token, body })).status]).toEqual([path, quantity, 422]);
    const admin = await anAdmin();
    expect((await call("POST", `/sweets/${id}/restock`, { token: admin, body: { quantity: 0 } })).status).toBe(422);
    expect((await call("PATCH", `/cart/items/${id}`, { token, body: {} })).status).toBe(422);
    const status = await call("PUT", "/admin/orders/1/status", { token: admin, body: { status: "Lost" } });
    expect(status.body).toEqual(invalid([["status", "Unknown status"]]));
  });

  test("bodies that are no objects; fields of the prototype; fields that nobody knows", async () => {
    const { token } = await aCustomer();
    const headers = { "content-type": "application/json" };
    for (const body of ["[]", '"text"', "null", "1", "true"])
      expect([body, (await call("POST", "/cart/reserve", { token, body, headers })).status]).toEqual([body, 422]);
    const polluting = '{"__proto__":{"productId":1},"constructor":{"prototype":{"productId":1}}}';
    expect((await call("POST", "/cart/reserve", { token, body: polluting, headers })).status).toBe(422);
    const { id } = await aSweet();
    const body = `{"productId":0,"productId":${id},"role":"admin","__proto__":{"quantity":9}}`;
    expect((await call("POST", "/cart/reserve", { token, body, headers })).body.quantity).toBe(1);
    const person = { email: `${unique()}@mithaas.test`, password: "secret", role: "admin", id: 1 };
    expect((await call("POST", "/auth/register", { body: person })).body.user.role).toBe("customer");
  });
});
