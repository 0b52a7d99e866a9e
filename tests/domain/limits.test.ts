// Limits, the admin at start, and the customer list (docs/behaviour.md#limits).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureAdmin } from "@/lib/accounts/admin-commands";
import { login, register } from "@/lib/accounts/commands";
import { listCustomers } from "@/lib/accounts/customer-queries";
import { networkOf } from "@/lib/addresses";
import type { Customer, StaffMember } from "@/lib/auth/actor";
import { consume, type LimitName, limits } from "@/lib/http/limits";
import { setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { atOnce, done, expectStockRight, refusal, refusals } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";

let admin: StaffMember;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => expectStockRight());

const browser = { kind: "browser", userAgent: "a test" } as const;
let serial = 0;
const address = () => `person${++serial}.${Date.now()}@example.com`;

/** Registers somebody with the password 'secret1'. */
async function aMember() {
  const email = address();
  const { user, token } = await register({ email, password: "secret1", name: "Member" }, browser);
  return { email, user: user as Customer, token };
}

describe("limits", () => {
  const max = Object.entries(limits).map(([name, limit]) => [name as LimitName, limit.max] as const);

  test.each(max)("%s: %d of many tries at once pass, on any instance", async (name, allowed) => {
    const who = crypto.randomUUID();
    const tries = await atOnce(allowed + 25, () => consume(name, who));
    expect(done(tries)).toHaveLength(allowed);
    expect(refusals(tries)).toEqual({ rate_limited: 25 });
    expect(done(tries).map((left) => left?.remaining)).toEqual(expect.arrayContaining([0, allowed - 1]));
    expect((await consume(name, `${who}-other`))?.remaining).toBe(allowed - 1);
  });

  test("start again after their window", async () => {
    const who = crypto.randomUUID();
    await atOnce(limits.contact.max, () => consume("contact", who));
    expect(await refusal(consume("contact", who))).toMatchObject({ code: "rate_limited" });
    await sql`update rate_limits set resets_at = now() - interval '1 second' where key = ${`contact:${who}`}`;
    expect((await consume("contact", who))?.remaining).toBe(limits.contact.max - 1);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    // An IPv4 address in IPv6 clothes is that IPv4 address, however it is written.
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["unknown", "unknown"],
  ])("count the address %s as %s", (address, counted) => {
    expect(networkOf(address)).toBe(counted);
  });
});

describe("the admin at start", () => {
  test("is made once when many start at once, and never from a customer", async () => {
    await sql`delete from users where email = 'admin@mithaas.example'`;
    const email = address();
    await Promise.all(Array.from({ length: 4 }, () => ensureAdmin(email, "secret1")));
    expect((await login({ email, password: "secret1" }, browser)).user.role).toBe("admin");
    await ensureAdmin(email, "another-1");
    await login({ email, password: "secret1" }, browser);
    await expect(ensureAdmin((await aMember()).email, "secret1")).rejects.toThrow("belongs to a customer");
  });
});

test("the customer list finds by name and e-mail, counts orders and sums what was spent", async () => {
  const customer = await aCustomer();
  const sweet = await aSweet({ price: 10.5 });
  await placeOrder(customer, anOrder([[sweet, 2]]), { channel: "api" });
  const cancelled = await placeOrder(customer, anOrder([[sweet, 1]]), { channel: "api" });
  await setOrderStatus(admin, cancelled.id, "Cancelled");
  for (const search of [customer.email.toUpperCase(), customer.name]) {
    const { items, meta } = await listCustomers(admin, { search, page: 1, pageSize: 20 });
    expect(meta.total).toBe(1);
    expect(items[0]).toMatchObject({ id: customer.id, orders: 2, spent: 21 });
  }
  const past = await listCustomers(admin, { search: customer.email, page: 99, pageSize: 20 });
  expect([past.meta.page, past.items.length]).toEqual([1, 1]);
  expect((await listCustomers(admin, { search: "%", page: 1, pageSize: 20 })).meta.total).toBe(0);
  expect(await refusal(listCustomers(customer, { page: 1, pageSize: 20 }))).toMatchObject({ code: "forbidden" });
});
