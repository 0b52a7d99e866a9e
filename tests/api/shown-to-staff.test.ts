// What the screens of the shop show to each kind of staff: no customer whom its permissions do not give, and no link that would be refused.
import { beforeAll, describe, expect, test } from "vitest";
import { type Kind, kinds, theMember } from "./people";
import { aBrowser, aCustomer, anAccount, anAdmin, anOrder, aSweet, base, call, type Person, unique } from "./shop";

/** Who reads what, as the owner has settled it (permissions.test.ts). */
const readers: Record<string, readonly Kind[]> = {
  orders: ["owner", "manager", "counter", "accountant"],
  customers: ["owner", "manager"],
  messages: ["owner", "manager", "counter"],
  payments: ["owner", "manager", "counter", "accountant"],
};

let sweet: { id: number };
let order: { id: number };
/** Who has ordered, who only holds something in a cart, and who has written. Their names are in no other test. */
const names = { orders: unique("Buyer"), customers: unique("Holder"), messages: unique("Writer") };
let holder: Person;

beforeAll(async () => {
  sweet = await aSweet();
  const buyer = await anAccount(names.orders);
  holder = await anAccount(names.customers);
  order = await anOrder(buyer, sweet.id);
  const token = await anAdmin();
  await call("POST", "/cart/reserve", { token: holder.token, body: { productId: sweet.id } });
  await call("POST", `/admin/orders/${order.id}/payments`, { token, body: { method: "cash", amount: 10 } });
  await call("POST", "/auth/forgot", { body: { email: (await aCustomer()).email } });
  const { status } = await call("POST", "/contact", {
    body: {
      name: names.messages,
      email: "w@example.com",
      phone: "9820012345",
      subject: "Boxes",
      message: "Forty, please.",
    },
  });
  expect(status).toBe(201);
});

const firstScreens = () => [
  ...["dashboard", "products", "orders", "plans", "kitchen", "reports", "settings"].map((tab) => `/admin?tab=${tab}`),
  `/admin/orders?customer=${holder.id}`,
  `/admin?tab=orders&customer=${holder.id}`,
  `/admin/sweets/${sweet.id}`,
  `/admin/orders/${order.id}`,
  `/admin/orders/slips?ids=${order.id}`,
  "/admin/customers /admin/enquiries /admin/messages /admin/audit /admin/staff /admin/keys /admin/webhooks",
  "/admin/reports/gst /admin/reports/payments",
];

/** Screens that differ by their numbers alone, or by what is filtered, are one. */
const kindOf = (path: string) => {
  const { pathname, searchParams } = new URL(path, base);
  return `${pathname.replace(/\d+/g, "0")} ${searchParams.get("tab") ?? ""} ${searchParams.get("section") ?? ""}`;
};

describe.each(kinds)("%s", (kind) => {
  test("sees no customer of whom it may read nothing, and no link that is refused", async () => {
    const cookie = await aBrowser(await theMember(kind));
    const waiting = firstScreens().flatMap((paths) => paths.split(" ").map((path) => ({ path, from: "" })));
    const seen = new Set<string>();
    const shown = new Set<string>();
    for (const { path, from } of waiting) {
      const response = await fetch(base + path, { headers: { cookie }, redirect: "manual" });
      const text = await response.text();
      const isRefused = response.status === 403 || response.headers.get("location")?.startsWith("/admin?denied");
      if (from) expect([from, path, isRefused ? "refused" : "shown"]).toEqual([from, path, "shown"]);
      for (const [noun, name] of Object.entries(names)) {
        if (!text.includes(name)) continue;
        expect([path, noun, readers[noun]?.includes(kind)]).toEqual([path, noun, true]);
        shown.add(noun);
      }
      for (const [, href = ""] of text.matchAll(/<a [^>]*?href="(\/(?:admin|api\/admin)[^"#]*)/g)) {
        const next = href.replaceAll("&amp;", "&");
        if (seen.has(kindOf(next))) continue;
        seen.add(kindOf(next));
        waiting.push({ path: next, from: path });
      }
    }
    // What it may read was on some screen, so that the names were looked for in the right places.
    expect([...shown].sort()).toEqual(
      Object.keys(names)
        .filter((noun) => readers[noun]?.includes(kind))
        .sort(),
    );
  });

  test("reads in the kitchen what is to be paid only with payments:read", async () => {
    const { token } = await theMember(kind);
    const { status, body } = await call("GET", "/admin/kitchen", { token });
    if (status === 403) return expect(kind).toBe("accountant");
    expect(body.withoutWindow.pack).not.toHaveLength(0);
    for (const { payment } of body.withoutWindow.pack) expect(payment !== null).toBe(readers.payments?.includes(kind));
  });
});
