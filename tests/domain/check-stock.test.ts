// npm run check-stock finds what is wrong, and names the sweet (docs/behaviour.md#stock).
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { reserve } from "@/lib/cart/commands";
import { placeOrder } from "@/lib/orders/place";
import { recordPayment } from "@/lib/payments/commands";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";
import { batch, planFor, promise } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));
const day = "2026-11-23";

const check = () =>
  promisify(execFile)(process.execPath, ["scripts/run.mjs", "check-stock"], { env: process.env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

test("a quantity that its ledger does not add up to, units held that the ledger does not know, and places that no order holds", async () => {
  const [sold, held] = [await aSweet({ name: "Lost Laddoo" }), await aSweet({ name: "Held Halwa" })];
  await reserve(await aCustomer(), { productId: held.id, quantity: 3 }, pool);
  const right = await check();
  expect([right.code, right.stdout]).toEqual([
    0,
    expect.stringMatching(/Stock is right.*3 units are held.*\nPayments are right/),
  ]);

  await sql`update sweets set quantity = quantity - 1 where id = ${sold.id}`;
  await sql`update cart_lines set quantity = 5, held = 5 where sweet_id = ${held.id}`;
  await sql`insert into slot_places values ('2026-11-26', '10:00', 'pickup', 2)`;
  // As by hand, without the triggers that follow.
  const other = await aSweet({ name: "Odd Peda" });
  await sql.begin(async (tx) => {
    await tx`alter table packs disable trigger update_sweet_of_pack`;
    await tx`update packs set price = price + 100 where sweet_id = ${other.id}`;
    await tx`alter table packs enable trigger update_sweet_of_pack`;
  });
  const wrong = await check();
  expect([wrong.code, wrong.stdout.trim().split("\n")]).toEqual([
    1,
    [
      `Sweet ${sold.id} (Lost Laddoo): quantity 9, sum of its ledger 10`,
      `Sweet ${held.id} (Held Halwa): carts hold 5, its ledger says 3`,
      `Sweet ${other.id} (Odd Peda): its price, net weight or units are not those of its packs`,
      "Window 2026-11-26 10:00 (pickup): 2 places taken, 0 orders hold one",
    ],
  ]);
});

test("sums of payments that the ledger does not add up to, documents that are not their lines, and numbers that are missing", async () => {
  const [sweet, other] = [await aSweet({ price: 500 }), await aSweet({ price: 500 })];
  const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]]), { channel: "api" }, pool);
  const { id: whole } = await placeOrder(await aCustomer(), anOrder([[other, 1]]), { channel: "api" }, pool);
  await recordPayment(await anAdmin(), id, { method: "cash", amount: 200, reference: null, force: false }, pool);
  const lines = async () => (await checkPayments(process.env.DATABASE_URL ?? "")).differences;
  expect(await lines()).toEqual([]);

  const add = (number: number, total: number, credited: number | null = null) => sql`
    insert into invoices (kind, prefix, year, sequence, number, order_id, date, content, total, credited_id)
    values (${credited ? "credit_note" : "bill_of_supply"}, 'BOS', '26-27', ${number}, ${`BOS/26-27/${number}`}, ${id}, '2026-11-22', '{}',
            ${total}, ${credited}) returning id`;
  const line = (invoice: number, total: number) => sql`
    insert into invoice_lines (invoice_id, position, name, hsn, quantity, rate, taxable, cgst, sgst, igst, total)
    values (${invoice}, 1, 'Laddoo', '2106', 1, 0, ${total}, 0, 0, 0, ${total})`;
  const [right] = await add(1, 500);
  await line(right?.id, 500);
  const [wrong] = await add(2, 500);
  await line(wrong?.id, 499);
  const [note] = await add(4, 501, right?.id);
  await line(note?.id, 501);
  await sql`insert into invoice_series values ('BOS', '26-27', 4), ('CRN', '26-27', 1)`;
  await sql`update orders set received = 30000, refund_pending = 100, credited_ahead = 200 where id = ${id}`;
  await sql`update orders set payment_state = 'claimed', credited_ahead = -1 where id = ${whole}`;
  expect(await lines()).toEqual([
    `Order ${id}: received 30000, refunded 0, on its way back 100, claimed 0, part_paid; its payments: received 20000, refunded 0, on its way back 0, claimed 0, part_paid`,
    `Order ${whole}: received 0, refunded 0, on its way back 0, claimed 0, claimed; its payments: received 0, refunded 0, on its way back 0, claimed 0, unpaid`,
    `Order ${id}: credited ahead 200, refunds without an answer 0, failed 0`,
    `Order ${whole}: credited ahead -1, refunds without an answer 0, failed 0`,
    "Document BOS/26-27/1: total 500, credited 501",
    "Document BOS/26-27/2: total 500, sum of its lines 499",
    "Series BOS/26-27: last number 4, 3 documents from 1 to 4",
    "Series CRN/26-27: last number 1, 0 documents from 0 to 0",
  ]);
});

test("days of plans that lines of carts and orders, or the ledger, do not add up to", async () => {
  const admin = await anAdmin();
  const sweet = await aSweet({ quantity: 0 });
  await planFor(admin, sweet, 10);
  const order = await promise("ordered", sweet, 4, day);
  const cart = await promise("held", sweet, 3, day);
  const { id } = sweet;
  // What the tests before have broken is not looked at again.
  const found = async () =>
    (await checkStock(process.env.DATABASE_URL ?? "")).differences
      .filter((text) => text.startsWith(`Sweet ${id}`))
      .map((text) => text.replace(`Sweet ${id}, plan of ${day}: `, ""));
  expect(await found()).toEqual([]);

  await sql`update cart_lines set held = 2 where cart_id = ${cart}`;
  expect(await found()).toEqual(["held 3, carts hold 2"]);
  await sql`update cart_lines set held = 3 where cart_id = ${cart}`;

  await sql`update orders set status = 'Cancelled' where id = ${order}`;
  expect(await found()).toEqual(["ordered 4, orders have 0"]);
  // What has left the shop once counts for good.
  await sql`insert into order_status_history (order_id, from_status, to_status) values (${order}, 'Pending', 'Shipped')`;
  expect(await found()).toEqual([]);
  await sql`update order_lines set day = day + 1 where order_id = ${order}`;
  expect(await found()).toEqual(["ordered 4, orders have 0", expect.stringMatching(/: it is missing, but lines/)]);
  await sql`update order_lines set day = day - 1 where order_id = ${order}`;

  await sql`alter table plan_days drop constraint plan_days_promised`;
  await sql`update plan_days set capacity = 6 where sweet_id = ${id}`;
  expect(await found()).toEqual(["7 promised of 6"]);
  await sql`update plan_days set above = 1 where sweet_id = ${id}`;
  expect(await found()).toEqual([]);
  await sql`alter table plan_days add constraint plan_days_promised check (made is not null or held + ordered <= capacity + above)`;
  await sql`insert into stock_ledger (sweet_id, delta, reason, day) values (${id}, -1, 'order', ${day}), (${id}, 1, 'adjustment', null)`;
  expect(await found()).toEqual(["0 set aside, its ledger says 1"]);
  await sql`delete from stock_ledger where sweet_id = ${id}`;

  await batch(sweet, day, 5);
  expect(await found()).toEqual([]);
  await sql`update plan_days set made = 6 where sweet_id = ${id}`;
  expect(await found()).toEqual(["made 6, its ledger says 5"]);
  await sql`update plan_days set made = 5, short = short + 1 where sweet_id = ${id}`;
  expect(await found()).toEqual(["3 set aside, its ledger says 4"]);
});
