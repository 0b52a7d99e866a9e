// What staff, keys and commands did, as sentences that people read, in the transaction of what they did.
import { assert, beforeAll, describe, expect, test } from "vitest";
import type { Noun, StaffKind } from "@/db/constants/auth";
import { readEntries } from "@/lib/audit/entries";
import { listAudit } from "@/lib/audit/queries";
import { may } from "@/lib/auth/actor";
import { findKey } from "@/lib/auth/keys";
import { reserve } from "@/lib/cart/commands";
import { deleteSweet, restock, throwAway, updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { setPacked } from "@/lib/kitchen/commands";
import { findAnyOrder, findOrderWithAuthors } from "@/lib/orders/admin-queries";
import { correctOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { placeOrder } from "@/lib/orders/place";
import { refundOrder } from "@/lib/orders/refund-commands";
import type { AdminOrder } from "@/lib/orders/serializers";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { setAdmin } from "@/lib/people/admin-commands";
import { createKey } from "@/lib/people/key-commands";
import { purgeByRetention } from "@/lib/people/privacy-commands";
import { createReset } from "@/lib/people/reset-commands";
import { saveSettings } from "@/lib/settings/commands";
import { enterBatch } from "@/lib/stock/batch-commands";
import { savePlan, setDay } from "@/lib/stock/plan-commands";
import { stockHistory } from "@/lib/stock/queries";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member, many } from "../support/factories";
import { rowsRead } from "../support/plan";
import { pool, sql } from "../support/sql";
import { cash } from "./money";

let owner: Member;
beforeAll(async () => {
  owner = await anAdmin();
});

const page = { page: 1, pageSize: 100 };
/** The sentences about one thing, the oldest first. */
async function textsOf(noun: Noun, nounId: number | string): Promise<string[]> {
  const { items } = await listAudit(owner, { ...page, noun, nounId: String(nounId) });
  return items.map(({ text }) => text).reverse();
}

test("a sweet: each edit by its fields, a price by what it was and is", async () => {
  const sweet = await aSweet({ name: "Kaju Katli", price: 679, quantity: 10 });
  const actor = await anAdmin("manager");
  const edit = (input: object) => updateSweet(actor, sweet.id, updateSweetInput.parse(input), null, pool);
  await edit({ price: 699 });
  await edit({ name: "Kesar Kaju Katli", sugarFree: true, prepHours: 6, details: { shelfLifeDays: 1 } });
  await edit({ quantity: 12 });
  await restock(actor, sweet.id, { quantity: 3 }, pool);
  await throwAway(actor, sweet.id, { quantity: 2, reason: "Dropped" }, pool);
  await deleteSweet(actor, sweet.id, pool);
  const label = sweet.packs[0]?.label;
  expect((await textsOf("sweets", sweet.id)).slice(-4)).toEqual([
    `${actor.name} changed the price of Kaju Katli ${label} from ₹679 to ₹699`,
    `${actor.name} changed Kesar Kaju Katli: name, sugar-free, hours of preparation, shelf life`,
    `${actor.name} saved Kesar Kaju Katli without a change`,
    `${actor.name} deleted Kesar Kaju Katli`,
  ]);
  expect(await textsOf("stock", sweet.id)).toEqual([
    `${actor.name} set the stock of Kesar Kaju Katli from 10 pieces to 12 pieces`,
    `${actor.name} put 3 × Kesar Kaju Katli, ${label} into stock`,
    `${actor.name} threw away 2 pieces of Kesar Kaju Katli: Dropped`,
  ]);
  const { items } = await listAudit(owner, { ...page, noun: "sweets", by: actor.id });
  expect(items.at(-1)).toMatchObject({
    by: { kind: "staff", id: actor.id, name: actor.name },
    email: actor.email,
    changes: { [`price of ${label}`]: [679, 699] },
  });
  // The sentence has the names that people read, the changes those of the API.
  expect(items.at(-2)?.changes).toEqual({
    name: ["Kaju Katli", "Kesar Kaju Katli"],
    sugarFree: [false, true],
    prepHours: [0, 6],
    shelfLifeDays: [null, 1],
  });
});

test("an order: its status and corrections from the order's own history, and its money; of the customer no value", async () => {
  const sweet = await aSweet({ price: 100, quantity: 10 });
  const customer = await aCustomer();
  const { id } = await placeOrder(customer, anOrder([[sweet, 1]]), { channel: "api" }, pool);
  const actor = await anAdmin("manager");
  await correctOrder(actor, id, { phoneNumber: "9811111111", internalNote: "Ring twice" }, pool);
  await recordPayment(actor, id, cash(60), pool);
  await changeItems(actor, id, { items: [many(sweet, 3)] }, pool);
  await setPacked(actor, { ids: [id], packed: true }, pool);
  await setOrderStatus(actor, id, "Processing", pool);
  await refundOrder(actor, id, { amount: 10, reason: "Late" }, pool);
  const { items } = await listAudit(owner, { ...page, by: actor.id });
  expect(items.map(({ text }) => text).sort()).toEqual(
    [
      `corrected the telephone number of order #${id}`,
      `changed the internal note of order #${id}`,
      `changed the sweets of order #${id}: added 2 × ${sweet.name} (₹200)`,
      `recorded ₹60 received for order #${id} (Cash)`,
      `packed order #${id}`,
      `set order #${id} from Pending to Processing`,
      `paid ₹10 back for order #${id}`,
    ]
      .map((text) => `${actor.name} ${text}`)
      .sort(),
  );
  expect(JSON.stringify(items)).not.toMatch(/9811111111|Ring twice/);
  // The customer's own order is not the shop's doing.
  expect((await textsOf("orders", id)).some((text) => text.startsWith(customer.name))).toBe(false);
});

test("the screens of an order and of stock name people with their e-mail addresses, and keys as such", async () => {
  const [sweet, customer] = [await aSweet({ price: 100, quantity: 10 }), await aCustomer()];
  const { id } = await placeOrder(customer, anOrder([[sweet, 1]]), { channel: "api" }, pool);
  await reserve(customer, { productId: sweet.id, quantity: 2 }, pool);
  const actor = { ...(await anAdmin("manager")), name: "Admin" };
  await sql`update users set name = 'Admin' where id = ${actor.id}`;
  const key = await createKey(
    owner,
    { name: "Admin", permissions: ["orders:write", "stock:write"], expiresAt: null },
    pool,
  );
  const till = await findKey(key.key);
  assert(till && may(till, "orders:write") && may(till, "stock:write"));
  await correctOrder(actor, id, { phoneNumber: "9811111111" }, pool);
  await recordPayment(actor, id, cash(60), pool);
  await setOrderStatus(till, id, "Processing", pool);
  await restock(actor, sweet.id, { quantity: 3 }, pool);
  await restock(till, sweet.id, { quantity: 3 }, pool);

  const [byPerson, byCustomer] = [actor, customer].map(({ name, email }) => `${name} (${email})`);
  const shown = await findOrderWithAuthors(owner, id);
  const by = ({ history, payments, corrections }: AdminOrder) =>
    [...history, ...payments, ...corrections].map((entry) => entry.by);
  expect(by(shown)).toEqual([byCustomer, "Admin (API key)", byPerson, byPerson]);
  expect(by(await findAnyOrder(owner, id))).toEqual([customer.name, "Admin", "Admin", "Admin"]);

  const ledgerFor = async (kind: StaffKind) =>
    (await stockHistory(await anAdmin(kind), sweet.id, { page: 1, pageSize: 20 })).items.map((entry) => entry.by);
  const byStaff = ["Admin (API key)", byPerson];
  // Above the first stock: the order, then the hold.
  expect((await ledgerFor("manager")).slice(0, 4)).toEqual([...byStaff, byCustomer, byCustomer]);
  for (const kind of ["counter", "accountant"] as const)
    expect((await ledgerFor(kind)).slice(0, 4)).toEqual([...byStaff, "A customer", byCustomer]);
  expect((await ledgerFor("kitchen")).slice(0, 4)).toEqual([...byStaff, "A customer", "A customer"]);
});

test("settings by the fields of their form, plans by their days, and a customer's link", async () => {
  const actor = await anAdmin();
  await saveSettings(
    actor,
    "notice",
    {
      version: 0,
      value: { text: "Diwali boxes are here", link: "/products", from: null, to: null },
    },
    pool,
  );
  const [notice] = await textsOf("opening", "notice");
  expect(notice).toContain(`${actor.name} changed the settings ‘notice’: `);
  expect(notice).toContain("“Diwali boxes are here”");

  const sweet = await aSweet({ name: "Jalebi", quantity: 0, details: { netWeightGrams: 500 } });
  const week = { "1": 5, "2": 5, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5 };
  await savePlan(actor, sweet.id, { week, orderBy: { days: 0, time: "20:00" }, force: false }, pool);
  const day = addDays(indiaDay(shopNow()), 3);
  await setDay(actor, { productId: sweet.id, day, capacity: 9, force: false }, pool);
  const today = indiaDay(shopNow());
  await enterBatch(actor, { productId: sweet.id, day: today, grams: 1300 }, pool);
  expect(await textsOf("plans", sweet.id)).toEqual([
    `${actor.name} saved the week of Jalebi`,
    `${actor.name} changed the plan of Jalebi: ${day} from 2.5 kg to 4.5 kg`,
    `${actor.name} entered 1.3 kg of Jalebi made for ${today}`,
  ]);
  const { items } = await listAudit(owner, { ...page, noun: "plans", nounId: String(sweet.id) });
  expect(items.map(({ changes }) => changes)).toEqual([
    { made: [null, "1.3 kg"] },
    { [day]: ["2.5 kg", "4.5 kg"] },
    { week: [null, Array(7).fill("2.5 kg")] },
  ]);

  const customer = await aCustomer();
  await createReset(actor, customer.id, pool);
  expect(await textsOf("customers", customer.id)).toEqual([
    `${actor.name} made a link to a new password for customer no. ${customer.id}`,
  ]);
});

test("a command has its name, and no id", async () => {
  await setAdmin("new-owner@example.com", "laddoo-1985");
  const { items } = await listAudit(owner, { ...page, kind: "command" });
  expect(items[0]).toMatchObject({
    by: { kind: "command", id: null, name: "npm run create-admin" },
    email: null,
    text: "npm run create-admin made new-owner@example.com an owner",
  });
});

test("what is refused leaves no entry", async () => {
  const sweet = await aSweet({ quantity: 1 });
  const before = await sql`select count(*) from audit_log`;
  await refusal(throwAway(owner, sweet.id, { quantity: 5, reason: "All" }, pool));
  expect(await sql`select count(*) from audit_log`).toEqual(before);
});

test("days are those of India, and pages come one after the other", async () => {
  await sql`insert into audit_log (at, by_kind, by_id, by_name, action, noun, text, changes)
    select '2026-03-03T18:29:59Z'::timestamptz + i * interval '1 second', 'staff', ${owner.id}, 'A', 'test', 'reports', 'A did ' || i, '{}'
    from generate_series(0, 1) i`;
  const on = async (day: string) =>
    (await listAudit(owner, { ...page, noun: "reports", from: day, to: day })).items.map(({ text }) => text);
  expect([await on("2026-03-03"), await on("2026-03-04")]).toEqual([["A did 0"], ["A did 1"]]);
  const first = await listAudit(owner, { noun: "reports", page: 1, pageSize: 1 });
  const second = await listAudit(owner, { noun: "reports", page: 2, pageSize: 1 });
  expect(first.meta).toEqual({ page: 1, pageSize: 1, total: 2, totalPages: 2 });
  expect([first.items[0]?.text, second.items[0]?.text]).toEqual(["A did 1", "A did 0"]);
  const third = await listAudit(owner, { noun: "reports", page: 3, pageSize: 1 });
  expect(third).toEqual({ items: [], meta: { ...first.meta, page: 3 } });
});

describe("among many rows", () => {
  let [author, key, orderId] = [0, 0, 0];

  beforeAll(async () => {
    const [customer, sweet] = [await aCustomer(), await aSweet({ quantity: 1 })];
    author = (await anAdmin("manager")).id;
    key = (await createKey(owner, { name: "Till", permissions: ["orders:write"], expiresAt: null }, pool)).row.id;
    orderId = (await placeOrder(customer, anOrder([[sweet, 1]]), { channel: "api" }, pool)).id;
    await sql`insert into order_status_history (order_id, to_status, by_user_id, at)
      select ${orderId}, 'Processing', case when n <= 3 then ${key} when n % 2 = 0 then ${author} else ${customer.id} end::int, now() - n * interval '2 minutes'
      from generate_series(1, 30000) n`;
    await sql`insert into order_corrections (order_id, field, to_text, by_user_id, at)
      select ${orderId}, 'slot', '2026-11-23 10:00-13:00', ${author}::int, now() - n * interval '5 minutes' from generate_series(1, 20) n`;
    await sql`insert into settings_history (section, version, to_value, by_user_id, at)
      select 'tax', 100 + n, '{}', ${author}::int, now() - n * interval '7 minutes' from generate_series(1, 10) n`;
    await sql`insert into audit_log (at, by_kind, by_id, by_name, action, noun, text, changes)
      select now() - n * interval '2 minutes', 'staff', ${author}::int, 'A', 'test', 'kitchen', 'A was here', '{}' from generate_series(1, 30) n`;
    await sql`analyze order_status_history, users`;
  });

  test("those of the log and of all histories are in one order, on every page", async () => {
    const filter = { by: author };
    const { items, meta } = await listAudit(owner, { ...filter, page: 1, pageSize: 60 });
    expect(meta).toMatchObject({ total: 10_000, totalPages: 167 });
    expect(new Set(items.map(({ action }) => action))).toEqual(new Set(["set status", "move", "save", "test"]));
    expect(items).toEqual(items.toSorted((a, b) => b.at.localeCompare(a.at) || b.id - a.id));
    const pages = [1, 2, 3, 4].map((page) => listAudit(owner, { ...filter, page, pageSize: 15 }));
    expect((await Promise.all(pages)).flatMap((page) => page.items)).toEqual(items);
  });

  test("a page reads its own rows of each author, and rare entries are counted without reading the others", async () => {
    const table = "order_status_history";
    expect(await rowsRead(table, (db) => readEntries({}, { limit: 50 }, db))).toBeLessThan(200);
    const read = (filter: object) => rowsRead(table, (db) => listAudit(owner, { ...page, ...filter }, db));
    expect(await read({ kind: "key" })).toBeLessThan(30);
    expect(await read({ by: key, noun: "orders" })).toBeLessThan(30);
    expect(await read({ kind: "command" })).toBeLessThan(2);
    expect(await read({ noun: "sweets" })).toBeLessThan(2);
  });
});

test("entries are shown and kept for two years", async () => {
  await sql`insert into audit_log (at, by_kind, by_id, by_name, action, noun, text, changes)
    values (now() - interval '2 years 1 day', 'staff', ${owner.id}, 'A', 'test', 'webhooks', 'A was here', '{}')`;
  expect((await listAudit(owner, { ...page, noun: "webhooks" })).items).toEqual([]);
  await purgeByRetention();
  expect(await sql`select 1 from audit_log where noun = 'webhooks'`).toHaveLength(0);
});
