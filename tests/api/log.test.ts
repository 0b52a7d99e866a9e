import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actionsOf, send } from "./server-actions";
import { aBrowser, aCustomer, anOrder, aSweet, base, call, delivery, unique } from "./shop";

const log = process.env.TEST_SHOP_LOG ?? "";
const linesOf = (requestId: string) =>
  readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes(`"${requestId}"`))
    .map((line) => JSON.parse(line));

test("one line of JSON a request, with the route's name and nothing of the person", async () => {
  const { id } = await aSweet();
  const customer = await aCustomer();
  const cookie = await aBrowser(customer);
  const { email, password, token, id: customerId } = customer;
  const actor = `customer:${customerId}`;
  const message = {
    ...{ name: delivery.recipientName, email, phone: delivery.phoneNumber },
    ...{ subject: "Diwali", message: delivery.deliveryAddress },
  };
  const calls: [string, string, object, route: string, status: number, more?: object][] = [
    [
      "GET",
      `/sweets/${id}?token=${token}&email=${email}`,
      {},
      "/api/sweets/{id}",
      200,
      { actor: "visitor", outcome: "done" },
    ],
    ["GET", "/auth/me", { token }, "/api/auth/me", 200, { actor }],
    ["GET", "/auth/me", { cookie }, "/api/auth/me", 200, { actor }],
    ["GET", "/admin/stats", { token }, "/api/admin/stats", 403, { actor, outcome: "forbidden" }],
    ["GET", `/nothing/${email}`, {}, "/api/*", 404],
    ["POST", "/auth/login", { body: { email, password } }, "/api/auth/login", 200],
    ["POST", "/auth/login", { body: { email, password: `${password}?` } }, "/api/auth/login", 401],
    ["POST", "/auth/register", { body: { email, password } }, "/api/auth/register", 409],
    ["POST", "/contact", { body: message }, "/api/contact", 201],
    ["OPTIONS", "/orders", { documented: false }, "/api/orders", 204],
    ["DELETE", "/orders", {}, "/api/orders", 405],
  ];
  for (const [method, path, sent, route, status, more] of calls) {
    const requestId = unique("log-");
    await call(method, path, { ...sent, headers: { "x-request-id": requestId } });
    await expect
      .poll(() => linesOf(requestId))
      .toMatchObject([
        { level: "info", method, route, status, requestId, ms: expect.any(Number), at: expect.any(String), ...more },
      ]);
  }
  await anOrder(customer, id);
  const all = readFileSync(log, "utf8");
  const secrets = [email, password, token, cookie.split("=")[1] ?? "", ...Object.values(delivery)];
  for (const secret of secrets) expect([secret, all.includes(secret)]).toEqual([secret, false]);
});

test("one line a page, a file none", async () => {
  const { slug } = await aSweet();
  const customer = await aCustomer();
  const cookie = await aBrowser(customer);
  const actor = `customer:${customer.id}`;
  const gets: [path: string, headers: Record<string, string>, route: string, status: number, more?: object][] = [
    ["/products?search=kaju", {}, "/products", 200, { kind: "page" }],
    [`/products/${slug}`, {}, "/products/[slug]", 200, { kind: "page" }],
    [`/products/${slug}`, {}, "/products/[slug]", 200, { kind: "page" }], // from memory
    ["/cart", { cookie }, "/cart", 200, { kind: "page", actor }],
    ["/cart?_rsc=1", { cookie, rsc: "1" }, "/cart", 307, { kind: "data" }],
    ["/checkout", {}, "/checkout", 200, { kind: "page", actor: "visitor" }],
    [`/nobody/${customer.email}`, {}, "other", 404, { kind: "page" }],
    ["/art/none.svg", {}, "static", 404],
  ];
  for (const [path, headers, route, status, more] of gets) {
    const requestId = unique("page-");
    const answer = await fetch(base + path, { headers: { ...headers, "x-request-id": requestId }, redirect: "manual" });
    await answer.arrayBuffer();
    const line = { level: "info", requestId, method: "GET", route, status, ms: expect.any(Number), ...more };
    await expect.poll(() => linesOf(requestId)).toEqual([{ at: expect.any(String), ...line }]);
  }
  const [file, after] = [unique("file-"), unique("page-")];
  for (const [path, id] of [
    ["/icon.svg", file],
    ["/home", after],
  ] as const)
    await fetch(base + path, { headers: { "x-request-id": id } }).then((answer) => answer.arrayBuffer());
  await expect.poll(() => linesOf(after)).toHaveLength(1);
  expect(linesOf(file)).toEqual([]);
});

test("one line an action, with its name and what became of it", async () => {
  const customer = await aCustomer();
  const cookie = await aBrowser(customer);
  const action = actionsOf("(account)").find(({ name }) => name === "placeOrder");
  if (!action) throw new Error("There is no action placeOrder.");
  const requestId = unique("action-");
  await send({ ...action, page: "app/(account)/checkout/page" }, cookie, { "x-request-id": requestId });
  const line = {
    route: "/checkout",
    kind: "action",
    action: "placeOrder",
    actor: `customer:${customer.id}`,
    status: 200,
  };
  await expect
    .poll(() => linesOf(requestId))
    .toMatchObject([{ level: "info", method: "POST", ...line, outcome: "invalid" }]);
});

test("a prefetch that no browser of ours sends is refused, and leaves no more than its line", async () => {
  const requestId = unique("prefetch-");
  const headers = { rsc: "1", "next-router-prefetch": "2", "x-request-id": requestId };
  expect((await fetch(`${base}/cart`, { headers })).status).toBe(400);
  await expect.poll(() => linesOf(requestId)).toMatchObject([{ status: 400 }]);
});

test("nothing else is in the log than lines of JSON", () => {
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      at: expect.any(String),
      level: expect.stringMatching(/^(info|warn|error)$/),
    });
});
