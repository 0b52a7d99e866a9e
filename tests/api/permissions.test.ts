// What each kind of staff and each key may do: every operation of the document × every one of them.
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "./contract";
import { problem } from "./expected";
import { aKey, type Key, type Kind, kinds, theMember } from "./people";
import { needs, tried } from "./rights";
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

const rightsOf = (kind: Kind) => all.filter((permission) => mayKind(kind, permission)).length;
/** From the one with the fewest. */
const byRights = kinds.toSorted((a, b) => rightsOf(a) - rightsOf(b));

const ownAccount = /^\w+ \/api\/(auth|cart|orders)(\/|$)/;
const noKeys = ["staff:read", "staff:write", "keys:read", "keys:write", "webhooks:read", "webhooks:write"].concat([
  "audit:read",
  "audit:write",
  "customers:write",
]);
const grantable = all.filter((permission) => !noKeys.includes(permission));

const refusal = (permission: string) =>
  problem(403, "permission", `This needs the permission ${permission}.`, { permission });

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

describe.each(kinds)("%s", (kind) => {
  test("may use what the own work needs, and nothing else", async () => {
    const { token } = await theMember(kind);
    for (const [operation, needed] of Object.entries(needs)) {
      const { status, body } = await tried(operation, token);
      const [first = "", ...others] = [needed].flat();
      if ([first, ...others].some((permission) => mayKind(kind, permission)))
        expect([operation, status]).toEqual([operation, expect.not.toBeOneOf([401, 403])]);
      else expect([operation, body]).toEqual([operation, refusal(first)]);
    }
  });

  test("reads at /auth/me what it may do, both words of what may be written", async () => {
    const { token, id, name, email } = await theMember(kind);
    const { body } = await call("GET", "/auth/me", { token });
    const permissions = all.filter((permission) => mayKind(kind, permission));
    expect(body).toEqual({ user: { id, name, email, role: "admin" }, staff: kind, permissions });
  });
});

describe("a key", () => {
  /** The permissions of which each alone lets a key in: what the operation needs, or the right to write where it only reads. */
  function opening(operation: string): string[] {
    // The settings look at the section then, which is `pause`.
    if (operation === "put /api/admin/settings/{section}") return ["opening:write"];
    const needed = [needs[operation] ?? ""].flat();
    const writing = needed.map((one) => one.replace(":read", ":write"));
    return [...new Set([...needed, ...writing])].filter((one) => grantable.includes(one));
  }
  const keys = new Map<string, Promise<Key>>();
  /** The same key for the same permissions. */
  function theKey(permissions: string[]): Promise<Key> {
    const known = keys.get(permissions.join()) ?? aKey(permissions);
    keys.set(permissions.join(), known);
    return known;
  }

  test("does with one permission what that opens, and with all others what they open alone", async () => {
    for (const operation of Object.keys(needs)) {
      const open = opening(operation);
      for (const given of open) {
        const { status } = await tried(operation, (await theKey([given])).key);
        expect([operation, given, status]).toEqual([operation, given, expect.not.toBeOneOf([401, 403])]);
      }
      const others = await theKey(grantable.filter((permission) => !open.includes(permission)));
      const { body } = await tried(operation, others.key);
      const refused = [operation, "permission", expect.stringContaining(":")];
      expect([operation, body.code, body.permission]).toEqual(refused);
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
    const { key } = await theKey(grantable);
    for (const { method, path } of operations.filter(({ method, path }) => ownAccount.test(`${method} ${path}`))) {
      const { status } = await tried(`${method} ${path}`, key);
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });
});

// The pages of the admin area, and its files, with what each needs.
const pages: [path: string, needed: string, shows: RegExp][] = [
  ["/admin?tab=dashboard", "reports:read", /Quick Actions/],
  ["/admin?tab=products", "sweets:read", /Sweet Management/],
  ["/admin?tab=orders", "orders:read", /Order Management/],
  ["/admin?tab=plans", "plans:read", /Previous week/],
  ["/admin?tab=kitchen", "kitchen:read", /Kitchen<\/h2>/],
  ["/admin?tab=reports", "reports:read", /Export CSV/],
  ["/admin?tab=settings", "opening:read", /aria-label="Settings"/],
  ["/admin/customers", "customers:read", /Customer Management<\/h1>/],
  ["/admin/reports/gst", "invoices:read", /GST return<\/h1>/],
  ["/admin/reports/payments", "payments:read", /Payments<\/h1>/],
  ["/admin/enquiries", "messages:read", /Enquiries<\/h1>/],
  ["/admin/messages", "messages:read", /Messages<\/h1>/],
  ["/admin/search-words", "sweets:write", /Search Words<\/h1>/],
  ["/admin/prices", "sweets:read", /Prices<\/h1>/],
  ["/admin/orders/new", "orders:write", /New order<\/h1>/],
  ["/admin?tab=products&edit=new", "sweets:write", /Sweet Management/],
  ["/admin/staff", "staff:read", /Staff<\/h1>/],
  ["/admin/keys", "keys:read", /API Keys<\/h1>/],
  ["/admin/webhooks", "webhooks:read", /Webhooks<\/h1>/],
  ["/admin/audit", "audit:read", /Audit Log<\/h1>/],
  ["/admin/orders/{order}", "orders:read", /<title>Order #\d/],
  ["/admin/orders/{order}/receipt", "orders:read", /aria-label="(Receipt|Order summary) for order #/],
];
const files: [path: string, needed: string][] = [
  ["/admin/prices/export", "sweets:read"],
  ["/admin/orders/export", "orders:read"],
  ["/admin/reports/export", "reports:read"],
  ["/admin/reports/payments/export", "reports:read"],
  ["/admin/reports/payments/list", "payments:read"],
  ["/admin/reports/plans/export", "reports:read"],
];

/** A request for a page or a file as somebody of this kind in a browser. */
async function visit(kind: Kind, path: string): Promise<Response> {
  return fetch(base + path, { headers: { cookie: await theBrowser(kind) }, redirect: "manual" });
}
const browsers = new Map<Kind, Promise<string>>();
function theBrowser(kind: Kind): Promise<string> {
  const known = browsers.get(kind) ?? theMember(kind).then(aBrowser);
  browsers.set(kind, known);
  return known;
}

/** Who has a permission with the fewest rights besides, and who lacks it. */
function lookers(needed: string): { least: Kind; others: Kind[] } {
  const [least = "owner"] = byRights.filter((kind) => mayKind(kind, needed));
  return { least, others: kinds.filter((kind) => !mayKind(kind, needed)) };
}

describe("the pages", () => {
  test.each(pages)(
    "%s: shown to who has %s, the others are led to their own first page",
    async (form, needed, shows) => {
      const { id } = form.includes("{order}") ? await anOrder(await aCustomer(), (await aSweet()).id) : { id: "" };
      const path = form.replace("{order}", id);
      const { least, others } = lookers(needed);
      const page = await visit(least, path);
      expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(shows)]);
      for (const kind of others) {
        const led = await visit(kind, path);
        expect([kind, led.status, led.headers.get("location")]).toEqual([kind, 307, "/admin?denied=1"]);
      }
    },
  );

  test.each(kinds)(
    "have a tab for each of those of a %s, and no other, and say why one was led there",
    async (kind) => {
      const html = await (await visit(kind, "/admin?denied=1")).text();
      expect(html).toMatch(/role="alert".{0,400}>Your account may not open that page/);
      const tabs = [...html.matchAll(/id="tab-(?!panel)(\w+)"/g)].map(([, name]) => name);
      const expected = {
        owner: ["dashboard", "products", "orders", "plans", "kitchen", "reports", "settings"],
        manager: ["dashboard", "products", "orders", "plans", "kitchen", "reports", "settings"],
        counter: ["products", "orders", "plans", "kitchen"],
        kitchen: ["products", "plans", "kitchen"],
        accountant: ["dashboard", "products", "orders", "plans", "reports"],
      };
      expect([...new Set(tabs)].sort()).toEqual(expected[kind].sort());
    },
  );

  test("the number of new orders is for all who see orders or pack them", async () => {
    for (const kind of kinds) expect([kind, (await visit(kind, "/admin/orders/news")).status]).toEqual([kind, 200]);
  });

  test.each(files)("%s needs %s", async (path, needed) => {
    const { least, others } = lookers(needed);
    expect((await visit(least, path)).status).toBe(200);
    for (const kind of others) {
      const refused = await visit(kind, path);
      expect([kind, refused.status, (await refused.json()).code]).toEqual([kind, 403, "permission"]);
    }
  });
});

test("an export, and a look at the orders of one customer, at the GST summary or at the payments, are in the audit log", async () => {
  const member = await theMember("manager");
  const cookie = await aBrowser(member);
  const customer = await aCustomer();
  await fetch(`${base}/admin/orders/export`, { headers: { cookie } });
  await fetch(`${base}/admin?tab=orders&customer=${customer.id}`, { headers: { cookie } });
  for (const report of ["gst", "gst?from=2026-13", "payments"])
    await (await fetch(`${base}/admin/reports/${report}`, { headers: { cookie } })).text();
  const { body } = await call("GET", `/admin/audit?by=${member.id}`, { token: await anAdmin() });
  const texts = body.items.map(({ text }: { text: string }) => text);
  expect(texts).toContain(`${member.name} exported orders`);
  expect(texts).toContain(`${member.name} looked at the orders of customer no. ${customer.id}`);
  const looks = texts.filter((text: string) => / at the (GST summary|list of payments)$/.test(text));
  expect(looks.map((text: string) => text.replace(`${member.name} looked at the `, "")).sort()).toEqual([
    "GST summary",
    "list of payments",
  ]);
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
