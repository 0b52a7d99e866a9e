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
  const { email, password, token, id: actor } = customer;
  const message = {
    ...{ name: delivery.recipientName, email, phone: delivery.phoneNumber },
    ...{ subject: "Diwali", message: delivery.deliveryAddress },
  };
  const calls: [string, string, object, route: string, status: number, more?: object][] = [
    ["GET", `/sweets/${id}?token=${token}&email=${email}`, {}, "/api/sweets/{id}", 200, { actor: null }],
    ["GET", "/auth/me", { token }, "/api/auth/me", 200, { actor }],
    ["GET", "/auth/me", { cookie }, "/api/auth/me", 200, { actor }],
    ["GET", "/admin/stats", { token }, "/api/admin/stats", 403, { actor: null }],
    ["GET", `/nothing/${email}`, {}, "/api/*", 404, { actor: null }],
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
