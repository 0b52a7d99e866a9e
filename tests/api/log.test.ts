import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aBrowser, aCustomer, anOrder, aSweet, call, delivery, unique } from "./shop";

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
  const calls: [string, string, object, object][] = [
    [
      "GET",
      `/sweets/${id}?token=${customer.token}&email=${customer.email}`,
      {},
      { route: "/api/sweets/{id}", status: 200, actor: null },
    ],
    ["GET", "/auth/me", { token: customer.token }, { route: "/api/auth/me", status: 200, actor: customer.id }],
    ["GET", "/auth/me", { cookie }, { route: "/api/auth/me", status: 200, actor: customer.id }],
    ["GET", "/admin/stats", { token: customer.token }, { route: "/api/admin/stats", status: 403, actor: null }],
    ["GET", `/nothing/${customer.email}`, {}, { route: "/api/*", status: 404, actor: null }],
    [
      "POST",
      "/auth/login",
      { body: { email: customer.email, password: customer.password } },
      { route: "/api/auth/login", status: 200 },
    ],
    [
      "POST",
      "/auth/login",
      { body: { email: customer.email, password: `${customer.password}?` } },
      { route: "/api/auth/login", status: 401 },
    ],
    [
      "POST",
      "/auth/register",
      { body: { email: customer.email, password: customer.password } },
      { route: "/api/auth/register", status: 409 },
    ],
    [
      "POST",
      "/contact",
      {
        body: {
          name: delivery.recipientName,
          email: customer.email,
          phone: delivery.phoneNumber,
          subject: "Diwali",
          message: delivery.deliveryAddress,
        },
      },
      { route: "/api/contact", status: 201 },
    ],
    ["OPTIONS", "/orders", { documented: false }, { route: "/api/orders", status: 204 }],
    ["DELETE", "/orders", {}, { route: "/api/orders", status: 405 }],
  ];
  for (const [method, path, sent, expected] of calls) {
    const requestId = unique("log-");
    await call(method, path, { ...sent, headers: { "x-request-id": requestId } });
    const lines = linesOf(requestId);
    expect(lines).toMatchObject([
      { level: "info", method, requestId, ms: expect.any(Number), at: expect.any(String), ...expected },
    ]);
  }
  await anOrder(customer, id);
  const all = readFileSync(log, "utf8");
  const secrets = [
    customer.email,
    customer.password,
    customer.token,
    cookie.split("=")[1] ?? "",
    delivery.phoneNumber,
    delivery.deliveryAddress,
    "Asha Rao",
  ];
  for (const secret of secrets) expect([secret, all.includes(secret)]).toEqual([secret, false]);
});
