// What each kind of staff and each key may do: every operation of the document × every one of them.
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "./contract";
import { problem } from "./expected";
import { aKey, type Kind, kinds, theMember } from "./people";
import { aBrowser, aCustomer, anAdmin, anOrder, aSweet, base, call, sql } from "./shop";

// What somebody of each kind may do with a noun, as the owner has settled it: m(anager), c(ounter), k(itchen), a(ccountant).
const rights: Record<string, { read: string; write: string }> = {
  sweets: { read: "mcka", write: "m" },
  stock: { read: "mcka", write: "mc" },
  orders: { read: "mca", write: "mc" },
  payments: { read: "mca", write: "mc" },
  refunds: { read: "ma", write: "m" },
  kitchen: { read: "mck", write: "mck" },
  plans: { read: "mcka", write: "mk" },
  reports: { read: "ma", write: "" },
  invoices: { read: "mca", write: "" },
  customers: { read: "m", write: "m" },
  messages: { read: "mc", write: "mc" },
  opening: { read: "m", write: "m" },
  settings: { read: "", write: "" },
  staff: { read: "", write: "" },
  keys: { read: "", write: "" },
  webhooks: { read: "", write: "" },
  audit: { read: "", write: "" },
};
const all = Object.keys(rights).flatMap((noun) => [`${noun}:read`, `${noun}:write`]);
function mayKind(kind: Kind, permission: string): boolean {
  const [noun = "", right = "read"] = permission.split(":") as [string, "read" | "write"];
  return kind === "owner" || (rights[noun]?.[right] ?? "").includes(kind.charAt(0));
}

// What each operation needs. An operation that is missing here, or has no permission in the document, fails.
const needs: Record<string, string> = {
  "post /api/sweets": "sweets:write",
  "put /api/sweets/{id}": "sweets:write",
  "delete /api/sweets/{id}": "sweets:write",
  "post /api/sweets/{id}/purchase": "orders:write",
  "post /api/sweets/{id}/restock": "stock:write",
  "post /api/sweets/{id}/waste": "stock:write",
  "get /api/admin/stats": "reports:read",
  "get /api/admin/reports/top-products": "reports:read",
  "get /api/admin/reports/sales-by-day": "reports:read",
  "get /api/admin/reports/payments": "reports:read",
  "get /api/admin/reports/plans": "reports:read",
  "get /api/admin/orders": "orders:read",
  "post /api/admin/orders": "orders:write",
  "get /api/admin/orders/{id}": "orders:read",
  "put /api/admin/orders/{id}/status": "orders:write",
  "put /api/admin/orders/{id}/slot": "orders:write",
  "post /api/admin/orders/{id}/payments": "payments:write",
  "post /api/admin/orders/{id}/payments/{paymentId}/confirm": "payments:write",
  "post /api/admin/orders/{id}/payments/{paymentId}/reject": "payments:write",
  "post /api/admin/orders/{id}/refunds": "refunds:write",
  "get /api/admin/orders/{id}/invoice": "invoices:read",
  "get /api/admin/orders/{id}/invoice.pdf": "invoices:read",
  "get /api/admin/settings": "opening:read",
  "put /api/admin/settings/{section}": "opening:write",
  "get /api/admin/plans": "plans:read",
  "put /api/admin/plans/{productId}": "plans:write",
  "delete /api/admin/plans/{productId}": "plans:write",
  "put /api/admin/plans/days": "plans:write",
  "put /api/admin/plans/{productId}/{day}": "plans:write",
  "delete /api/admin/plans/{productId}/{day}": "plans:write",
  "post /api/admin/plans/{productId}/{day}/made": "plans:write",
  "get /api/admin/kitchen": "kitchen:read",
  "post /api/admin/kitchen/packed": "kitchen:write",
  "get /api/admin/staff": "staff:read",
  "post /api/admin/staff": "staff:write",
  "put /api/admin/staff/{id}": "staff:write",
  "post /api/admin/staff/{id}/link": "staff:write",
  "delete /api/admin/staff/{id}/second-factor": "staff:write",
  "get /api/admin/keys": "keys:read",
  "post /api/admin/keys": "keys:write",
  "delete /api/admin/keys/{id}": "keys:write",
  "get /api/admin/audit": "audit:read",
  "get /api/admin/audit.csv": "audit:read",
  "get /api/admin/webhooks": "webhooks:read",
  "post /api/admin/webhooks": "webhooks:write",
  "put /api/admin/webhooks/{id}": "webhooks:write",
  "delete /api/admin/webhooks/{id}": "webhooks:write",
  "post /api/admin/webhooks/{id}/secret": "webhooks:write",
  "post /api/admin/webhooks/{id}/test": "webhooks:write",
  "get /api/admin/webhooks/{id}/deliveries": "webhooks:read",
  "post /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend": "webhooks:write",
};

const ownAccount = /^\w+ \/api\/(auth|cart|orders)(\/|$)/;
const noKeys = ["staff:read", "staff:write", "keys:read", "keys:write", "webhooks:read", "webhooks:write"].concat([
  "audit:read",
  "audit:write",
  "customers:write",
]);
const grantable = all.filter((permission) => !noKeys.includes(permission));

test("each operation of the admin area, and each that changes the catalogue, names what it needs", () => {
  const named = operations.flatMap(({ method, path, operation }) =>
    operation["x-permission"] ? [[`${method} ${path}`, operation["x-permission"]]] : [],
  );
  expect(Object.fromEntries(named)).toEqual(needs);
  const without = operations
    .filter(({ path, operation }) => path.startsWith("/api/admin/") && !operation["x-permission"])
    .map(({ path }) => path);
  expect(without).toEqual([]);
});

/** A request whose body is no JSON and whose ids are nobody's: what is permitted is answered 400, 404 or 200, never 401 or 403. */
async function tried(operation: string, token: string) {
  const [method = "", path = ""] = operation.split(" ");
  const at = path
    .replace("/api", "")
    .replace("{section}", "pause")
    .replace(/\{\w+\}/g, "2147483647");
  const isRead = method === "get";
  return call(method.toUpperCase(), at, {
    token,
    body: isRead ? undefined : "{ not json",
    headers: isRead ? {} : { "content-type": "application/json" },
  });
}

const refusal = (permission: string) =>
  problem(403, "permission", `This needs the permission ${permission}.`, { permission });

describe.each(kinds)("%s", (kind) => {
  test.each(Object.entries(needs))("%s needs %s", async (operation, permission) => {
    const { token } = await theMember(kind);
    const { status, body } = await tried(operation, token);
    if (mayKind(kind, permission)) expect([operation, status]).toEqual([operation, expect.not.toBeOneOf([401, 403])]);
    else expect(body).toEqual(refusal(permission));
  });

  test("reads at /auth/me what it may do, both words of what may be written", async () => {
    const { token, id, name, email } = await theMember(kind);
    const { body } = await call("GET", "/auth/me", { token });
    const permissions = all.filter((permission) => mayKind(kind, permission));
    expect(body).toEqual({ user: { id, name, email, role: "admin" }, staff: kind, permissions });
  });
});

describe("a key", () => {
  // Any of these opens the door of the settings, which look at the section then.
  const either: Record<string, string[]> = {
    "get /api/admin/settings": ["opening:read", "opening:write", "settings:read", "settings:write"],
    "put /api/admin/settings/{section}": ["opening:write"],
  };
  const allows = (operation: string, needed: string, given: string) =>
    either[operation]?.includes(given) ??
    (given === needed || (needed.endsWith(":read") && given === needed.replace(":read", ":write")));

  test.each(grantable)("for %s alone may do that alone", async (given) => {
    const { key } = await aKey([given]);
    for (const [operation, needed] of Object.entries(needs)) {
      const { status, body } = await tried(operation, key);
      if (allows(operation, needed, given))
        expect([operation, status]).toEqual([operation, expect.not.toBeOneOf([401, 403])]);
      else
        expect([operation, body.code, body.permission]).toEqual([
          operation,
          "permission",
          expect.stringContaining(":"),
        ]);
    }
  });

  test.each(noKeys)("cannot be given %s", async (permission) => {
    const body = { name: "Till", permissions: ["orders:read", permission], expiresAt: null };
    const refused = await call("POST", "/admin/keys", { token: await anAdmin(), body });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ path: "permissions.1", message: `A key cannot be given ${permission}` }],
    ]);
  });

  test("is nobody's account: it signs in nowhere, has no cart and no orders", async () => {
    const { key } = await aKey(grantable);
    for (const { method, path } of operations.filter(({ method, path }) => ownAccount.test(`${method} ${path}`))) {
      const { status } = await tried(`${method} ${path}`, key);
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });
});

// The pages of the admin area, and its files, with what each needs.
const pages: [path: string, needed: string, shows: RegExp][] = [
  ["/admin?tab=dashboard", "reports:read", /Quick Actions/],
  ["/admin?tab=orders", "orders:read", /Order Management/],
  ["/admin?tab=plans", "plans:read", /Previous week/],
  ["/admin?tab=kitchen", "kitchen:read", /Kitchen<\/h2>/],
  ["/admin?tab=reports", "reports:read", /Export CSV/],
  ["/admin?tab=settings", "opening:read", /aria-label="Settings"/],
  ["/admin/customers", "customers:read", /Customer Management<\/h1>/],
  ["/admin/enquiries", "messages:read", /Enquiries<\/h1>/],
  ["/admin/messages", "messages:read", /Messages<\/h1>/],
  ["/admin/search-words", "sweets:write", /Search Words<\/h1>/],
  ["/admin/orders/new", "orders:write", /New order<\/h1>/],
  ["/admin/sweets/new", "sweets:write", /Add New Sweet<\/h1>/],
  ["/admin/samples", "sweets:write", /<h1/],
  ["/admin/staff", "staff:read", /Staff<\/h1>/],
  ["/admin/keys", "keys:read", /API Keys<\/h1>/],
  ["/admin/webhooks", "webhooks:read", /Webhooks<\/h1>/],
  ["/admin/audit", "audit:read", /Audit Log<\/h1>/],
  ["/admin/orders/{order}", "orders:read", /<title>Order #\d/],
  ["/admin/orders/{order}/receipt", "orders:read", /aria-label="Receipt for order #/],
];
const files: [path: string, needed: string][] = [
  ["/admin/orders/export", "orders:read"],
  ["/admin/orders/news", "orders:read"],
  ["/admin/reports/export", "reports:read"],
  ["/admin/reports/payments/export", "reports:read"],
  ["/admin/reports/plans/export", "reports:read"],
  ["/admin/reports/gst?from=2026-01&to=2026-01", "invoices:read"],
];

describe.each(kinds)("the pages of a %s", (kind) => {
  test("show what this person may see, and lead from the rest to the own first page", async () => {
    const cookie = await aBrowser(await theMember(kind));
    const { id: order } = await anOrder(await aCustomer(), (await aSweet()).id);
    for (const [form, needed, shows] of pages) {
      const path = form.replace("{order}", order);
      const response = await fetch(base + path, { headers: { cookie }, redirect: "manual" });
      const html = await response.text();
      if (mayKind(kind, needed)) {
        expect([path, response.status]).toEqual([path, 200]);
        expect([path, shows.test(html)]).toEqual([path, true]);
      } else expect([path, response.status, response.headers.get("location")]).toEqual([path, 307, "/admin?denied=1"]);
    }
    const denied = await fetch(`${base}/admin?denied=1`, { headers: { cookie } });
    expect(await denied.text()).toMatch(/role="alert"[^>]*>Your account may not open that page/);
  });

  test("have a tab for each of them, and no other", async () => {
    const cookie = await aBrowser(await theMember(kind));
    const html = await (await fetch(`${base}/admin`, { headers: { cookie } })).text();
    const tabs = [...html.matchAll(/id="tab-(?!panel)(\w+)"/g)].map(([, name]) => name);
    const expected = {
      owner: ["dashboard", "products", "orders", "plans", "kitchen", "reports", "settings"],
      manager: ["dashboard", "products", "orders", "plans", "kitchen", "reports", "settings"],
      counter: ["products", "orders", "plans", "kitchen"],
      kitchen: ["plans", "kitchen"],
      accountant: ["dashboard", "products", "orders", "plans", "reports"],
    };
    expect([...new Set(tabs)].sort()).toEqual(expected[kind].sort());
  });

  test.each(files)("%s needs %s", async (path, needed) => {
    const cookie = await aBrowser(await theMember(kind));
    const response = await fetch(base + path, { headers: { cookie } });
    if (mayKind(kind, needed)) expect(response.status).toBe(200);
    else expect([response.status, (await response.json()).code]).toEqual([403, "permission"]);
  });
});

test("an export, and a look at the orders of one customer, are in the audit log", async () => {
  const member = await theMember("manager");
  const cookie = await aBrowser(member);
  const customer = await aCustomer();
  await fetch(`${base}/admin/orders/export`, { headers: { cookie } });
  await fetch(`${base}/admin?tab=orders&customer=${customer.id}`, { headers: { cookie } });
  const { body } = await call("GET", `/admin/audit?by=${member.id}`, { token: await anAdmin() });
  const texts = body.items.map(({ text }: { text: string }) => text);
  expect(texts).toContain(`${member.name} exported orders`);
  expect(texts).toContain(`${member.name} looked at the orders of customer no. ${customer.id}`);
  const csv = await call("GET", `/admin/audit.csv?by=${member.id}`, { token: await anAdmin() });
  expect(csv.text).toContain(`${member.name} exported orders`);
  const after = await call("GET", "/admin/audit?noun=audit", { token: await anAdmin() });
  expect(after.body.items[0].text).toMatch(/ exported the audit log$/);
});

describe("beyond the operation", () => {
  let counter: string;
  let manager: string;
  beforeAll(async () => {
    counter = (await theMember("counter")).token;
    manager = (await theMember("manager")).token;
  });

  test("a section outside the opening is an owner's, whatever was sent", async () => {
    const sections = ["shop", "areas", "payments", "tax", "messages", "security"];
    for (const section of sections) {
      const { body } = await call("PUT", `/admin/settings/${section}`, {
        token: manager,
        body: "{ not json",
        headers: { "content-type": "application/json" },
      });
      expect([section, body]).toEqual([section, refusal("settings:write")]);
    }
    const { body } = await call("GET", "/admin/settings", { token: manager });
    expect(Object.keys(body).sort()).toEqual(["festivals", "notice", "pause", "windows"]);
  });

  test("where the money goes to is for an owner who is signed in, and never for a key", async () => {
    const { key } = await aKey(["settings:write"]);
    const { body } = await call("GET", "/admin/settings", { token: key });
    expect(Object.keys(body).sort()).toEqual(["areas", "messages", "shop"]);
    for (const section of ["payments", "tax", "security"]) {
      const refused = await call("PUT", `/admin/settings/${section}`, { token: key, body: {} });
      expect([section, refused.body.code]).toEqual([section, "permission"]);
    }
    const { version, value } = body.messages;
    const saved = await call("PUT", "/admin/settings/messages", { token: key, body: { version, value } });
    expect(saved.status).toBe(200);
  });

  test("a quantity in an edit needs the stock", async () => {
    const sweet = await aSweet();
    const { key } = await aKey(["sweets:write"]);
    const refused = await call("PUT", `/sweets/${sweet.id}`, { token: key, body: { stock: 99 } });
    expect(refused.body).toEqual(refusal("stock:write"));
    const { status } = await call("PUT", `/sweets/${sweet.id}`, { token: key, body: { price: 120 } });
    expect(status).toBe(200);
  });

  test("the counter receives money and pays none back", async () => {
    const sweet = await aSweet();
    const order = await anOrder(await aCustomer(), sweet.id);
    const paid = await call("POST", `/admin/orders/${order.id}/payments`, {
      token: counter,
      body: { method: "cash", amount: 10 },
    });
    expect(paid.status).toBe(201);
    const refused = await call("POST", `/admin/orders/${order.id}/refunds`, {
      token: counter,
      body: { amount: 10, reason: "Mine" },
    });
    expect(refused.body).toEqual(refusal("refunds:write"));
    const [{ count } = { count: 0 }] =
      await sql`select count(*)::int from payments where order_id = ${order.id} and state = 'refunded'`;
    expect(count).toBe(0);
  });

  test("a history names the key that did it", async () => {
    const sweet = await aSweet();
    const order = await anOrder(await aCustomer(), sweet.id);
    const { key, name } = await aKey(["orders:write"]);
    const { body } = await call("PUT", `/admin/orders/${order.id}/status`, {
      token: key,
      body: { status: "Processing" },
    });
    expect(body.history.at(-1)).toMatchObject({ to: "Processing", by: name });
  });
});
