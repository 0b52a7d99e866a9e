// What the owner's pages and files are over HTTP, and that nobody else gets any of it. What is pressed there: tests/e2e/admin-*.spec.ts.
import { beforeAll, describe, expect, test } from "vitest";
import { words } from "./expected";
import { page } from "./forms";
import { aBrowser, aCustomer, admin, anAdmin, anOrder, anOrderOf, aSweet, base, call, onOneDay, unique } from "./shop";

let owner: string;
let customer: string;
beforeAll(async () => {
  owner = await aBrowser(admin);
  customer = await aBrowser(await aCustomer());
});

const get = (path: string, cookie = "", headers: Record<string, string> = {}) =>
  fetch(base + path, { headers: { cookie, ...headers }, redirect: "manual" });
/** A page without its scripts, which repeat its texts. */
const shown = async (path: string, cookie: string) =>
  (await page(path, cookie)).replace(/<script\b.*?<\/script>/gs, "").replaceAll("<!-- -->", "");

const DENIED = "Access denied. Admin privileges required.";
const screens = words(
  `/admin /admin?tab=orders /admin/orders /admin/customers /admin/enquiries /admin/search-words /admin/prices /admin/orders/1
  /admin/sweets/1 /admin/reports/gst /admin/reports/payments`,
);
const files = words(
  `/admin/orders/news /admin/orders/export /admin/reports/export /admin/reports/payments/export
  /admin/reports/payments/list /admin/reports/plans/export`,
);
const secrets =
  /Sweet Management|Order Management|Quick Actions|Customer Management|Welcome back, \w+|Admin Panel|GST return|Each payment/;

describe.each(["visitor", "customer"] as const)("a %s", (who) => {
  const cookie = () => (who === "visitor" ? "" : customer);

  test("gets nothing of the admin area, in HTML or in the router's data", async () => {
    for (const screen of screens)
      for (const headers of [{}, { rsc: "1" }] as Record<string, string>[]) {
        const response = await get(screen, cookie(), headers);
        expect([200, 303, 307], screen).toContain(response.status);
        expect([screen, (await response.text()).match(secrets)]).toEqual([screen, null]);
      }
    for (const file of files) {
      const { status, headers } = await get(file, cookie());
      expect([file, status]).toEqual([file, who === "visitor" ? 401 : 403]);
      expect(headers.get("content-type")).toContain("application/problem+json");
    }
  });

  test("is led from /admin to the login, which says why without JavaScript too", async () => {
    const { headers } = await get("/admin?tab=reports&days=7", cookie());
    const login = new URL(headers.get("location") ?? "", base);
    expect([login.pathname, login.searchParams.get("next")]).toEqual(["/login", "/admin?tab=reports&days=7"]);
    expect(await shown(login.pathname + login.search, cookie())).toMatch(new RegExp(`role="alert".{0,400}>${DENIED}`));
  });

  test("reads 'Access denied' at /admin/orders", async () => {
    expect(await shown("/admin/orders", cookie())).toMatch(/<h1[^>]*>Access denied<\/h1>/);
  });
});

test("the admin area stays out of caches and search engines", async () => {
  const response = await get("/admin", owner);
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(await response.text()).toMatch(/<meta name="robots" content="noindex/);
});

describe("every screen", () => {
  test("has a title of its own", async () => {
    const sweet = await aSweet();
    const { id } = await anOrder(await aCustomer(), sweet.id);
    for (const [path, title] of [
      ["/admin", "Dashboard · Admin Panel"],
      ["/admin?tab=products", "Products · Admin Panel"],
      ["/admin?tab=orders", "Orders · Admin Panel"],
      ["/admin?tab=plans", "Plans · Admin Panel"],
      ["/admin?tab=kitchen", "Kitchen · Admin Panel"],
      ["/admin?tab=reports", "Reports · Admin Panel"],
      ["/admin?tab=settings", "Settings · Admin Panel"],
      ["/admin/orders", "Admin orders"],
      ["/admin/customers", "Customer Management"],
      ["/admin/reports/gst", "GST return"],
      ["/admin/reports/payments", "Payments"],
      [`/admin/sweets/${sweet.id}`, sweet.name],
      [`/admin/orders/${id}`, `Order #${id}`],
    ] as const)
      expect([path, /<title>([^<]*)/.exec(await page(path, owner))?.[1]]).toEqual([path, `${title} · Mithaas`]);
    for (const path of ["/admin/orders/2000000000", "/admin/sweets/x", "/admin?tab=products&edit=x", "/admin/nothing"])
      expect([path, (await get(path, owner)).status]).toEqual([path, 404]);
  });

  test.each([
    ["/admin", /Welcome back, \S/],
    ["/admin", /\d+ sample sweets: edit and save.*<button [^>]*>Accept all.*<button [^>]*>Delete all/s],
    ["/admin?tab=products", /<a [^>]*href="\/admin\/search-words"[^>]*>Search Words/],
    ["/admin?tab=reports", /All time, without cancelled orders/],
    ["/admin?tab=settings&section=areas", /<h2[^>]*>Delivery areas/],
    ["/admin?tab=settings&section=windows", /<h2[^>]*>Windows/],
    ["/admin?tab=settings&section=pause", /<h2[^>]*>Pause/],
    ["/admin?tab=settings&section=notice", /<h2[^>]*>Notice bar/],
    ["/admin?tab=products", /<a [^>]*href="\/admin\/prices"[^>]*>Prices/],
    ["/admin/search-words", /barfi.*katli|katli.*barfi/s],
    ["/admin/customers", /Make sure that the account is theirs/],
    ["/admin/customers", /npm run create-admin/],
  ])("says what the owner looks for: %s, %s", async (path, text) => {
    expect(await shown(path, owner)).toMatch(text);
  });

  test("is shown with parameters that nobody knows, and says which dates are none", async () => {
    const { id } = await aSweet({ stock: 1 });
    for (const [path, text] of [
      ["/admin?tab=products&pageSize=5&page=1e300", /Showing \d+ of \d+ sweets/],
      [`/admin/sweets/${id}?page=1e300`, /First stock/],
      ["/admin/audit?noun=sweets&page=999999", /<time[^>]*>.*added/s],
      ["/admin?tab=products&stock=out", /<a [^>]*href="\/admin\?tab=products"[^>]*><span[^>]*>Sold out only/],
      ["/admin?tab=reports&days=31", /aria-pressed="true"[^>]*>30d/],
      ["/admin?tab=reports&from=2020-02-01&to=2020-01-01", /From must not be after To/],
      ["/admin/reports/payments?from=2020-02-01&to=2020-01-01", /From must not be after To/],
      ["/admin/reports/payments?from=2020-01-01&to=2020-01-31&after=x", /Nothing in this time/],
      ["/admin/reports/gst?from=2020-13&to=2021-01", /Must be a month such as 2026-11/],
      ["/admin/reports/gst?from=2021-02&to=2021-01", /Must not be before the first month/],
      ["/admin/reports/gst?from=2020-01&to=2020-01", /Nothing in this time/],
    ] as const)
      expect(await shown(path, owner)).toMatch(text);
  });
});

test("the dashboard has the four figures and the six newest orders", async () => {
  const [customer, { id }] = [await aCustomer(), await aSweet()];
  const ids: number[] = [];
  for (let n = 0; n < 7; n++) ids.push((await anOrder(customer, id)).id);
  const html = await shown("/admin", owner);
  for (const figure of ["Total Orders", "Total Users", "Total Sales", "Top Product"]) expect(html).toContain(figure);
  const table = /<table[^>]*aria-labelledby="recent-orders".*?<\/table>/s.exec(html)?.[0] ?? "";
  const listed = [...table.matchAll(/href="\/admin\/orders\/(\d+)"/g)].map(([, number]) => Number(number));
  expect(listed).toEqual(ids.slice(1).reverse());
});

test("/admin/orders has Refresh and no Complete, other than the tab", async () => {
  const { id } = await anOrder(await aCustomer(), (await aSweet()).id);
  const alone = await shown(`/admin/orders?search=${id}`, owner);
  const tab = await shown(`/admin?tab=orders&search=${id}`, owner);
  const complete = /<button[^>]*>Complete<\/button>/;
  expect(alone).toContain(`Select order #${id}`);
  expect(alone).toMatch(/Refresh<\/button>/);
  expect([complete.test(alone), complete.test(tab)]).toEqual([false, true]);
});

describe("files", () => {
  test("the orders: what is filtered, safe to open in a spreadsheet", async () => {
    const name = `=${unique("HYPERLINK")}`;
    const buyer = await aCustomer();
    const { id: sweet } = await aSweet();
    const delivery = { recipientName: name, deliveryAddress: 'Flat "2", Lane\nMumbai', phoneNumber: "+91 98200 12345" };
    const { id } = (await call("POST", "/orders", { token: buyer.token, body: { ...anOrderOf(sweet), delivery } }))
      .body;
    for (const filter of [`search=${encodeURIComponent(name)}`, `customer=${buyer.id}`]) {
      const response = await get(`/admin/orders/export?${filter}`, owner);
      expect(response.headers.get("content-disposition")).toMatch(/filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const text = bytes.toString("utf8");
      expect(text.match(/^\d+,/gm)).toEqual([`${id},`]);
      for (const cell of [`,'${name},`, '"Flat ""2"", Lane\nMumbai"', ",'+91 98200 12345,"])
        expect(text).toContain(cell);
      expect(text).toMatch(new RegExp(`^${id},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,Pending,`, "m"));
    }
  });

  test("the sales: every day of the range, and the total that the report shows with the last 30 days", () =>
    onOneDay(async () => {
      await anOrder(await aCustomer(), (await aSweet({ price: 99.5 })).id);
      const report = await shown("/admin?tab=reports&days=90", owner);
      const total = /Total₹([\d,.]+)/.exec(report.replace(/<[^>]*>/g, ""))?.[1]?.replaceAll(",", "");
      const table = /Revenue per day<\/caption>.*?<\/table>/s.exec(report)?.[0];
      expect(table?.match(/<tr/g)).toHaveLength(1 + 30);
      const response = await get("/admin/reports/export?days=90", owner);
      expect(response.headers.get("content-disposition")).toMatch(/filename="sales-[\d-]+\.csv"$/);
      const rows = (await response.text()).trim().split("\r\n").slice(1);
      const paise = rows.reduce((sum, row) => sum + Math.round(Number(row.split(",")[1]) * 100), 0);
      expect([rows.length, paise]).toEqual([90, Math.round(Number(total) * 100)]);
    }));

  test("the payments, the GST summary, and the invoices of several orders", async () => {
    const [buyer, token] = [await aCustomer(), await anAdmin()];
    const { id } = await anOrder(buyer, (await aSweet()).id);
    await call("PUT", `/admin/orders/${id}/status`, { token, body: { status: "Completed" } });
    for (const [path, type, name] of [
      ["/admin/reports/payments/export?days=7", "text/csv", /payments-7-days-to-\d{4}-\d\d-\d\d\.csv"$/],
      ["/admin/reports/payments/list?days=7", "text/csv", /payments-list-7-days-to-\d{4}-\d\d-\d\d\.csv"$/],
      ["/admin/reports/plans/export?from=2026-01-01&to=2026-01-31", "text/csv", /plans-2026-01-01-2026-01-31\.csv"$/],
      ["/api/admin/reports/gst?from=2026-01&to=2026-01&format=csv", "text/csv", /gst-2026-01\.csv"$/],
      [`/admin/orders/invoices?ids=${id}`, "application/pdf", /\.pdf"$/],
    ] as const) {
      const { status, headers } = await get(path, owner);
      expect([path, status, headers.get("content-type")]).toEqual([path, 200, expect.stringContaining(type)]);
      expect(headers.get("content-disposition")).toMatch(name);
    }
  });
});
