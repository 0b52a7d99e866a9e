import { expect, fillIn, signIn, test, toastOf } from "./admin-shop";

const screens = [
  "/admin",
  "/admin?tab=orders",
  "/admin/customers",
  "/admin/enquiries",
  "/admin/search-words",
  "/admin/orders/1",
  "/admin/sweets/1",
];
const secrets = /Sweet Management|Order Management|Quick Actions|Customer Management|Welcome back, \w+|Admin Panel/;

test("a visitor at /admin is redirected to /login, which says why", async ({ page }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login/);
  await expect(toastOf(page, "Access denied. Admin privileges required.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("an admin who was asked to sign in comes back to the page; a customer goes home", async ({ page, shop }) => {
  await page.goto("/admin?tab=reports&days=7");
  await expect(page.getByText("Access denied. Admin privileges required.")).toBeVisible();
  await fillIn(page);
  await expect(page).toHaveURL(/\/admin\?tab=reports&days=7$/);
  await page.context().clearCookies();
  await page.goto("/admin/customers");
  await fillIn(page, { email: (await shop.customer()).email, password: "secret1" });
  await expect(page).toHaveURL(/\/(home)?$/);
});

test("a customer at /admin is redirected to /login, which says why", async ({ page, shop }) => {
  const { email } = await shop.customer();
  await signIn(page, { email, password: "secret1" });
  await page.goto("/admin?tab=reports");
  await expect(page).toHaveURL(/\/login/);
  await expect(toastOf(page, "Access denied. Admin privileges required.")).toBeVisible();
});

test("nobody else gets a byte of the admin area, in HTML or in the router's data", async ({ request }) => {
  for (const screen of screens) {
    for (const headers of [undefined, { rsc: "1" }]) {
      const response = await request.get(screen, { headers, maxRedirects: 0 });
      expect([200, 303, 307], screen).toContain(response.status());
      expect((await response.text()).match(secrets), screen).toBeNull();
    }
  }
  for (const data of ["/admin/orders/news", "/admin/orders/export", "/admin/reports/export"]) {
    const response = await request.get(data);
    expect(response.status(), data).toBe(401);
    expect(response.headers()["content-type"], data).toContain("application/problem+json");
  }
});

test("/admin/orders says 'Access denied' instead of redirecting", async ({ page, shop }) => {
  await page.goto("/admin/orders");
  await expect(page.getByRole("heading", { name: "Access denied" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  const { email } = await shop.customer();
  await signIn(page, { email, password: "secret1" });
  const response = await page.goto("/admin/orders");
  await expect(page.getByRole("heading", { name: "Access denied" })).toBeVisible();
  expect((await response?.text())?.match(secrets)).toBeNull();
});

test("an action of the admin area is refused to everybody else, whatever page it is sent from", async ({
  owner,
  page,
  shop,
}) => {
  const sweet = await shop.sweet({ stock: 5 });
  await owner.goto(`/admin/sweets/${sweet.id}`);
  const action = owner.waitForRequest((request) => request.method() === "POST" && "next-action" in request.headers());
  await owner.getByRole("button", { name: "Restock" }).click();
  const sent = await action;
  await expect(toastOf(owner, "added to stock")).toBeVisible();
  await page.goto("/");
  const headers = {
    "next-action": sent.headers()["next-action"] ?? "",
    "content-type": sent.headers()["content-type"] ?? "",
  };
  const answer = await page.request.post(`/admin/sweets/${sweet.id}`, {
    headers: { ...headers, origin: new URL(page.url()).origin },
    data: sent.postDataBuffer() ?? "",
    maxRedirects: 0,
  });
  expect((await answer.text()).match(secrets)).toBeNull();
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(6);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says why", async ({ page }) => {
    await page.goto("/admin");
    await expect(page.getByRole("alert")).toHaveText("Access denied. Admin privileges required.");
  });
});

test("the admin area stays out of caches and search engines", async ({ owner }) => {
  const response = await owner.goto("/admin");
  expect(response?.headers()["cache-control"]).toContain("no-store");
  await expect(owner.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
});
