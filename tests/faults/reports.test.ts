// Reports that hang in the database, and everybody else, who must not wait for them. Slow: what waits for reports gives up after 7 s.
import { afterEach, beforeAll, expect, test } from "vitest";
import { hold, waitingForALock } from "../support/database";
import { aStockedInstance, aSweetBy, call, cookieOf, expectUnavailable, type Instance, type Person } from "./shop";

let shop: Instance;
let owner: string;
let cookie: string;
let person: Person;
beforeAll(async () => {
  ({ shop, owner, person } = await aStockedInstance());
  cookie = await cookieOf(owner);
});

let lock: Awaited<ReturnType<typeof hold>> | undefined;
afterEach(() => lock?.release());

/** More than there are connections for reads. */
const HANGING = 10;
const readers = ["/api/admin/audit", "/api/admin/audit.csv", "/api/admin/stats"];
const reports = ["top-products", "sales-by-day", "payments", "plans"].map((name) => `/api/admin/reports/${name}`);
const exports = [
  "/orders/export",
  "/reports/export",
  "/reports/payments/export",
  "/reports/payments/list",
  "/reports/plans/export",
];
const month = "from=2026-01&to=2026-01";
const files = [...exports.map((path) => `/admin${path}`), `/api/admin/reports/gst?${month}&format=csv`];
/** Pages show this in place of reports. */
const BUSY = "Reports are not available right now.";
const pages = ["/admin/audit", "/admin", "/admin?tab=reports", "/admin/reports/gst", "/admin/reports/payments"];

const askAll = () =>
  Promise.all(
    [...readers, ...reports, ...files, ...pages].map(
      async (path) => [path, await call(shop, "GET", path, { cookie })] as const,
    ),
  );

test("reports that hang delay no shopper, no login and not the health check; what waits for them in vain is told so", async () => {
  // Only reports read it.
  lock = await hold((on) => on`lock table sweet_sales in access exclusive mode`);
  const top = () => call(shop, "GET", "/api/admin/reports/top-products", { token: owner });
  const hanging = Array.from({ length: HANGING }, top);
  await waitingForALock(3);
  const others = askAll();

  const health = await call(shop, "GET", "/api/health");
  expect([health.status, health.body]).toEqual([200, { status: "ok" }]);
  expect((await call(shop, "POST", "/api/auth/login", { body: person })).status).toBe(200);
  const sweet = await aSweetBy(shop, owner); // its page was never rendered
  for (const path of [`/products/${sweet.slug}`, `/api/sweets/${sweet.id}`, "/products?search=kaju"])
    expect([path, (await call(shop, "GET", path)).status]).toEqual([path, 200]);
  const cart = { token: person.token, body: { productId: sweet.id } };
  expect((await call(shop, "POST", "/api/cart/reserve", cart)).status).toBe(200);
  expect(await waitingForALock()).toHaveLength(3); // of the reports, still

  for (const [path, answer] of await others)
    if (pages.includes(path)) expect([path, answer.body]).toEqual([path, expect.stringContaining(BUSY)]);
    else expectUnavailable(answer);
  await lock.release();
  lock = undefined;
  await Promise.all(hanging);
  for (const [path, { status, body }] of await askAll())
    expect([path, status, String(body).includes(BUSY)]).toEqual([path, 200, false]);
});
