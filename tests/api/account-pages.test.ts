// Where the pages of accounts and orders lead to over HTTP, and that they are one person's. Their forms: tests/e2e/accounts.spec.ts.
import { describe, expect, test } from "vitest";
import { page, sendForm } from "./forms";
import { aBrowser, aCustomer, admin, anAdmin, anOrder, aSweet, base, call } from "./shop";

const get = (path: string, cookie = "") => fetch(base + path, { headers: { cookie }, redirect: "manual" });
/** The path on this site that an answer redirects to. */
function placeOf({ headers }: Response): string {
  const { origin, pathname, search } = new URL(headers.get("location") ?? "/nowhere", base);
  return (origin === new URL(base).origin ? "" : origin) + pathname + search;
}

describe("a login", () => {
  test("leads to next, home where that is another site, and an admin to the admin area", async () => {
    const person = await aCustomer();
    for (const [who, next, place] of [
      [person, "/account", "/account"],
      [person, "//elsewhere.example/x", "/home"],
      [person, "/admin/customers", "/home"],
      [admin, "/orders", "/admin"],
      [admin, "/admin?tab=reports", "/admin?tab=reports"],
    ] as const) {
      const { email, password } = who;
      const answer = await sendForm(`/login?next=${encodeURIComponent(next)}`, "email", { email, password });
      expect([next, answer.status, placeOf(answer)]).toEqual([next, 303, place]);
    }
  });

  test("is no business of who is signed in; who is not is led to it and back to the account", async () => {
    const cookie = await aBrowser(await aCustomer());
    expect(placeOf(await get("/login?next=/orders", cookie))).toBe("/orders");
    expect(decodeURIComponent(placeOf(await get("/account")))).toBe("/login?next=/account");
  });
});

describe("orders", () => {
  test("are shown to their customer alone; a visitor is asked to log in, without a redirect", async () => {
    const customer = await aCustomer();
    const { id } = await anOrder(customer, (await aSweet()).id);
    await call("PUT", `/admin/orders/${id}/status`, { token: await anAdmin(), body: { status: "Completed" } });
    const [own, other] = [await aBrowser(customer), await aBrowser(await aCustomer())];
    expect(await page(`/orders/${id}`, own)).toMatch(/<meta name="robots" content="noindex/);
    for (const path of [`/orders/${id}`, `/orders/${id}/receipt`, `/orders/${id}/invoice`]) {
      expect([path, (await get(path, own)).status]).toEqual([path, 200]);
      expect([path, (await get(path, other)).status]).toEqual([path, 404]);
    }
    for (const path of ["/orders/999999999", "/orders/nope", `/track/${id}-x`])
      expect([path, (await get(path, own)).status]).toEqual([path, 404]);
    for (const path of ["/orders", `/orders/${id}`]) {
      const html = await page(path);
      expect(html).toContain("Please login to view your orders.");
      expect(html).toContain(`href="/login?next=${path}"`);
    }
  });

  test("an admin has none, and no cart", async () => {
    const cookie = await aBrowser(admin);
    for (const path of ["/cart", "/orders", "/orders/1"]) {
      const html = await page(path, cookie);
      expect(html).toMatch(/<h1[^>]*>Admins have no cart\.<\/h1>/);
      expect(html).toMatch(/<a [^>]*href="\/admin"[^>]*>Admin Panel/);
    }
  });
});

test("who forgot the password finds what to do, from the login and from the questions", async () => {
  for (const path of ["/login?next=/orders", "/faq"])
    expect(await page(path)).toMatch(/<a [^>]*href="\/forgot-password"[^>]*>Forgot your password\?/);
  const html = await page("/forgot-password");
  for (const text of [
    /<h1[^>]*>Forgot your password\?<\/h1>/,
    /<a href="mailto:support@[^"]*">support@/,
    /<a href="tel:[^"]*">1800/,
    /from the e-mail\s+address of your account/,
    /within one hour/,
    /<a [^>]*href="\/login"[^>]*>Back to login/,
    /<meta name="robots" content="noindex/,
  ])
    expect(html).toMatch(text);
});
