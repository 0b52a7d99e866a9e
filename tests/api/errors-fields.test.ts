import { describe, expect, test } from "vitest";
import { invalid } from "./expected";
import { aCustomer, anAdmin, anOrderOf, aSweet, call, delivery, unique } from "./shop";

type Fields = [path: string, message: string][];

describe("wrong fields: 422 with each path and its text", () => {
  const email = "Please enter a valid email address";
  const name = "Name must be at least 2 characters";
  const password = "Password must be at least 6 characters";
  const phone = "Please enter a valid phone number";
  const subject = "Subject must be at least 5 characters";
  const message = "Message must be at least 10 characters";
  const person = { name: "Asha", email: "a@mithaas.test", phone: "9820000000" };
  const enquiry = { ...person, subject: "Diwali", message: "Do you deliver?" };

  test.each<[string, object, Fields]>([
    [
      "/auth/login",
      {},
      [
        ["email", email],
        ["password", password],
      ],
    ],
    [
      "/auth/login",
      { email: "a@b", password: "12345" },
      [
        ["email", email],
        ["password", password],
      ],
    ],
    [
      "/auth/login",
      { email: 5, password: null },
      [
        ["email", email],
        ["password", password],
      ],
    ],
    ["/auth/register", { email: "x@y.co", password: "123456", name: "A" }, [["name", name]]],
    [
      "/auth/register",
      { email: "x@y.co", password: "1".repeat(201) },
      [["password", "Password must be at most 200 characters"]],
    ],
    ["/auth/register", { email: `${"x".repeat(250)}@y.co`, password: "123456" }, [["email", email]]],
    [
      "/contact",
      {},
      [
        ["name", name],
        ["email", email],
        ["phone", phone],
        ["subject", subject],
        ["message", message],
      ],
    ],
    ["/contact", { ...enquiry, phone: "123456789" }, [["phone", phone]]],
    ["/contact", { ...enquiry, subject: "    " }, [["subject", subject]]],
    ["/contact", { ...enquiry, message: "short" }, [["message", message]]],
    ["/contact", { ...enquiry, message: "x".repeat(5001) }, [["message", "Must be at most 5000 characters"]]],
    [
      "/custom-orders",
      {},
      [
        ["name", name],
        ["email", email],
        ["phone", phone],
        ["message", message],
      ],
    ],
  ])("POST %s %j", async (path, body, fields) => {
    const answer = await call("POST", path, { body });
    expect([answer.status, answer.body]).toEqual([422, invalid(fields)]);
  });

  const sweet = { name: "Peda", category: "Cakes", description: "Soft.", price: 10, stock: 1 };
  const price = "Price must be greater than 0";
  const quantity = "Quantity must be 0 or greater";
  test.each<[object, Fields]>([
    [
      {},
      [
        ["name", name],
        ["category", "Please select a category"],
        ["description", "Please enter a description"],
        ["price", price],
        ["quantity", quantity],
      ],
    ],
    [{ ...sweet, stock: undefined }, [["quantity", quantity]]],
    [{ ...sweet, name: "😀" }, [["name", name]]],
    [{ ...sweet, name: "x".repeat(121) }, [["name", "Must be at most 120 characters"]]],
    [{ ...sweet, category: "Pickles" }, [["category", "Please select a category"]]],
    [{ ...sweet, category: "Gift Boxes" }, [["category", "Please select a category"]]],
    [{ ...sweet, price: 0 }, [["price", price]]],
    [{ ...sweet, price: "10" }, [["price", price]]],
    [{ ...sweet, price: 10.005 }, [["price", "Use at most two decimals"]]],
    [{ ...sweet, price: 1_000_000.01 }, [["price", "Price must be 10,00,000 or less"]]],
    [{ ...sweet, stock: -1 }, [["stock", quantity]]],
    [{ ...sweet, stock: 1.5 }, [["stock", quantity]]],
    [{ ...sweet, stock: 100_001 }, [["stock", "Quantity must be 1,00,000 or less"]]],
    [{ ...sweet, stock: 1, quantity: 2 }, [["quantity", "stock and quantity must be the same"]]],
    [{ ...sweet, description: " \u200b " }, [["description", "Please enter a description"]]],
    [
      { ...sweet, details: { shelfLifeDays: 1, allergens: [" "] } },
      [["details.allergens.0", "Must be at least 1 characters"]],
    ],
  ])("POST /sweets %j", async (body, fields) => {
    const answer = await call("POST", "/sweets", { body, token: await anAdmin() });
    expect([answer.status, answer.body]).toEqual([422, invalid(fields)]);
  });

  test("a restock or an edit that brings more than 1,00,000 units: on its field, and nothing changes", async () => {
    const token = await anAdmin();
    const { id } = await aSweet({ stock: 60_000 });
    const full = (path: string) => [422, invalid([[path, "Stock can be at most 1,00,000"]])];
    const restocked = await call("POST", `/sweets/${id}/restock`, { token, body: { quantity: 60_000 } });
    expect([restocked.status, restocked.body]).toEqual(full("quantity"));
    for (const field of ["stock", "quantity"]) {
      const edited = await call("PUT", `/sweets/${id}`, { token, body: { [field]: 50_000, stockWas: 1 } });
      expect([edited.status, edited.body]).toEqual(full(field));
    }
    expect((await call("GET", `/sweets/${id}`)).body.quantity).toBe(60_000);
  });

  const missing = "Please fill required delivery details.";
  test("POST /orders: what is missing of the delivery", async () => {
    const { token } = await aCustomer();
    const { id } = await aSweet();
    const order = anOrderOf(id);
    const blank = { ...order, delivery: { ...delivery, recipientName: "  ", phoneNumber: "" } };
    const answer = await call("POST", "/orders", { token, body: blank });
    expect(answer.body).toEqual(
      invalid([
        ["delivery.recipientName", missing],
        ["delivery.phoneNumber", missing],
      ]),
    );
    const none = await call("POST", "/orders", { token, body: { items: order.items } });
    expect(none.body).toEqual(invalid([["delivery", missing]]));
    expect((await call("POST", "/orders", { token, body: { ...order, items: [] } })).body.message).toBe(
      "The order has no items",
    );
    for (const items of [
      Array(101).fill({ productId: id, quantity: 1 }),
      [{ productId: id, quantity: 0 }],
      [{ productId: 0, quantity: 1 }],
      "x",
    ])
      expect((await call("POST", "/orders", { token, body: { ...order, items } })).status).toBe(422);
    const long = { ...order, delivery: { ...delivery, notes: "x".repeat(501) }, personalMessage: "y".repeat(501) };
    const paths = (await call("POST", "/orders", { token, body: long })).body.errors.map(
      ({ path }: { path: string }) => path,
    );
    expect(paths).toEqual(["delivery.notes", "personalMessage"]);
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
    const order = await call("POST", "/orders", {
      token,
      body: { ...anOrderOf(made.id), personalMessage: blank },
    });
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
    for (const body of ["[]", '"text"', "null", "1", "true"]) {
      const headers = { "content-type": "application/json" };
      expect([body, (await call("POST", "/cart/reserve", { token, body, headers })).status]).toEqual([body, 422]);
    }
    const headers = { "content-type": "application/json" };
    const polluting = '{"__proto__":{"productId":1},"constructor":{"prototype":{"productId":1}}}';
    expect((await call("POST", "/cart/reserve", { token, body: polluting, headers })).status).toBe(422);
    const { id } = await aSweet();
    const body = `{"productId":0,"productId":${id},"role":"admin","__proto__":{"quantity":9}}`;
    expect((await call("POST", "/cart/reserve", { token, body, headers })).body.quantity).toBe(1);
    const person = { email: `${unique()}@mithaas.test`, password: "secret", role: "admin", id: 1 };
    expect((await call("POST", "/auth/register", { body: person })).body.user.role).toBe("customer");
  });
});
