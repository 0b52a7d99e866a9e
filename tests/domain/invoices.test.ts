// Invoices and credit notes (docs/behaviour.md#invoices): issued with what they belong to, kept, numbered without gaps.
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Executor } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { findInvoice, findInvoices } from "@/lib/invoices/queries";
import type { Invoice } from "@/lib/invoices/serializers";
import { toPaise } from "@/lib/money";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import type { OrderInput } from "@/lib/orders/schema";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { currentSettings, forgetSettings } from "@/lib/settings/queries";
import type { SettingValues } from "@/lib/settings/schema";
import { atOnce, connect, done, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { bounds } from "../support/property";
import { pool, sql } from "../support/sql";
import { cash, GSTIN, toBengaluru } from "./money";
import { setSettings } from "./set-settings";

// The last second of a financial year in India, at the beginning of each test.
const clock = vi.hoisted(() => ({ now: new Date() }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now, recordedUntil: (at: Date) => at }));

let wide: Executor;
let admin: Member;
let buyer: Customer;
const setTax = (value: Partial<SettingValues["tax"]> = {}) => setSettings("tax", { gstin: GSTIN, ...value });
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
});
beforeEach(async () => {
  clock.now = new Date("2027-03-31T18:29:59Z");
  buyer = await aCustomer();
  await setTax();
});

/** An order that was not shipped yet, of ₹500 unless other lines are given. */
async function order(lines: [price: number, packs: number][] = [[500, 1]], rest: Partial<OrderInput> = {}) {
  const items: [sweet: { id: number }, packs: number][] = [];
  // One after the other: documents have their lines in the order of the sweets.
  for (const [price, packs] of lines) items.push([await aSweet({ price, quantity: 1000 }), packs]);
  await sql`update sweets set own_travels = true where id = any(${items.map(([{ id }]) => id)})`;
  return placeOrder(buyer, anOrder(items, rest), { channel: "api" }, pool);
}
async function completed(...args: Parameters<typeof order>) {
  const { id } = await order(...args);
  await setOrderStatus(admin, id, "Completed", pool);
  return id;
}

const refund = (id: number, amount: number, reason = "Damaged") => refundOrder(admin, id, { amount, reason }, pool);
const noDocument = { code: "not_found" };
const number = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}/26-27/\\d{6}$`));
const numbersOf = async (prefix: string): Promise<number[]> =>
  (await sql`select sequence from invoices where prefix = ${prefix} order by sequence`).map((row) => row.sequence);

function expectExact({ lines, totals }: Pick<Invoice, "lines" | "totals">, total: number) {
  for (const line of lines) {
    const parts = [line.taxable, line.cgst, line.sgst, line.igst].map(toPaise);
    expect(parts.reduce((sum, part) => sum + part)).toBe(toPaise(line.total));
    expect(line.cgst).toBe(line.sgst);
  }
  for (const of of ["taxable", "cgst", "sgst", "igst", "total"] as const)
    expect(lines.reduce((all, line) => all + toPaise(line[of]), 0)).toBe(toPaise(totals[of]));
  expect(totals.total).toBe(total);
}

describe("an invoice", () => {
  test.each([
    ["of a completed order", (_productId: number, id: number) => setOrderStatus(admin, id, "Completed", pool)],
    [
      "of a sale at the till",
      (productId: number) =>
        takeOrder(admin, { items: [{ productId, quantity: 1 }], giftWrap: false, personalMessage: "" }, pool),
    ],
  ])(
    "%s says what the settings are when it is issued, also if another instance has just changed them",
    async (_, sell) => {
      const placed = await order();
      await currentSettings(); // from now on this process remembers them
      const change = { prefix: "NEW", rates: [{ hsn: "2106", rate: 12, from: "2020-01-01" }] };
      await sql`update settings set version = version + 1, value = value || ${JSON.stringify(change)}::text::jsonb where section = 'tax'`;
      const { id } = await sell(placed.items[0]?.productId as number, placed.id);
      forgetSettings();
      const { number: issued, lines } = await findInvoice(admin, id);
      expect([issued, lines.map(({ rate }) => rate)]).toEqual([number("NEW"), [12]]);
    },
  );

  test("is issued once, when the order is shipped or completed, and says what was sold", async () => {
    const { id } = await order([
      [500, 2],
      [99.99, 1],
    ]);
    await setOrderStatus(admin, id, "Processing", pool);
    expect(await refusal(findInvoice(buyer, id))).toMatchObject(noDocument);
    await setOrderStatus(admin, id, "Shipped", pool);
    const invoice = await findInvoice(buyer, id);
    const { legalName, fssai } = defaultSettings.shop;
    const state = { code: "27", name: "Maharashtra" };
    expect(invoice).toMatchObject({
      kind: "tax_invoice",
      number: number("INV"),
      date: "2027-03-31",
      buyer: { name: "Somebody", address: "12 Some Road, Mumbai" },
      seller: { legalName, gstin: GSTIN, fssai, state, sampleFssai: true, samplePhone: true },
      order: { id, channel: "api", method: null },
      placeOfSupply: state,
      interState: false,
      creditNotes: [],
      earlier: [],
    });
    expect(invoice.lines).toMatchObject([
      { hsn: "2106", quantity: 2, rate: 5, taxable: 952.38, cgst: 23.81, sgst: 23.81, igst: 0, total: 1000 },
      { hsn: "2106", quantity: 1, rate: 5, taxable: 95.23, cgst: 2.38, sgst: 2.38, igst: 0, total: 99.99 },
    ]);
    expectExact(invoice, 1099.99);
    for (let i = 0; i < 2; i++) await setOrderStatus(admin, id, "Completed", pool);
    expect(await findInvoice(admin, id)).toEqual(invoice);
    expect(await findInvoices(admin, [id])).toEqual([invoice]);
  });

  test("of another person's order looks like none", async () => {
    const id = await completed();
    expect(await refusal(findInvoice(await aCustomer(), id))).toMatchObject(noDocument);
    expect(await refusal(findInvoice(admin, 2_000_000_000))).toMatchObject(noDocument);
  });

  test("has IGST where the pincode is in another state", async () => {
    const invoice = await findInvoice(admin, await completed([[1000, 1]], toBengaluru));
    expect(invoice).toMatchObject({ placeOfSupply: { code: "29", name: "Karnataka" }, interState: true });
    expect(invoice.lines).toMatchObject([
      { quantity: 1, igst: 47.62, cgst: 0, total: 1000 },
      { name: "Delivery", quantity: null, igst: 7.1, cgst: 0, total: 149 },
    ]);
    expectExact(invoice, 1149);
  });

  test("is a bill of supply in a series of its own while there is no GSTIN", async () => {
    await setTax({ gstin: null });
    const invoice = await findInvoice(admin, await completed([[500, 1]], { giftWrap: true }));
    expect(invoice).toMatchObject({
      kind: "bill_of_supply",
      number: number("BOS"),
      seller: { gstin: null },
      lines: [{ rate: 0 }, { name: "Gift wrap", rate: 0 }],
      totals: { taxable: 550, cgst: 0, sgst: 0, igst: 0, total: 550 },
    });
  });

  test("says what it said when settings and sweets have changed", async () => {
    const id = await completed();
    const before = await findInvoice(admin, id);
    await setTax({ gstin: null, prefix: "X", rates: [{ hsn: "2106", rate: 18, from: "2020-01-01" }] });
    expect(await findInvoice(admin, id)).toEqual(before);
    for (const change of [
      `update invoices set number = 'X' where order_id = ${id}`,
      `delete from invoices where order_id = ${id}`,
      "update invoice_lines set taxable = 1",
    ])
      await expect(sql.unsafe(change)).rejects.toThrow("cannot be changed");
    await sql`update invoices set buyer_name = null, buyer_address = null where order_id = ${id}`;
    expect(await findInvoice(admin, id)).toEqual({ ...before, buyer: { name: null, address: null } });
  });
});

describe("a credit note", () => {
  test("over everything is issued with a cancel, and a new invoice when the order is taken up and shipped again", async () => {
    const id = await completed([[500, 2]]);
    const first = await findInvoice(admin, id);
    for (let i = 0; i < 2; i++) await setOrderStatus(admin, id, "Cancelled", pool);
    expect((await findInvoice(admin, id)).creditNotes).toMatchObject([
      {
        number: number("CRN"),
        total: 1000,
        reason: "Order cancelled",
        lines: [{ quantity: 2, total: 1000, taxable: 952.38, cgst: 23.81, sgst: 23.81 }],
      },
    ]);
    await setOrderStatus(admin, id, "Processing", pool);
    expect((await findInvoice(admin, id)).number).toBe(first.number);
    await setOrderStatus(admin, id, "Shipped", pool);
    const second = await findInvoice(admin, id);
    expect(second.number).not.toBe(first.number);
    expect(second).toMatchObject({
      creditNotes: [],
      earlier: [{ number: first.number, creditNotes: [{ total: 1000 }] }],
    });
  });

  test("is issued for a refund; a cancel and a refund credit once only, in either order", async () => {
    const id = await completed();
    await recordPayment(admin, id, cash(500), pool);
    await refund(id, 120.5, "One box was damaged");
    await setOrderStatus(admin, id, "Cancelled", pool);
    await refund(id, 379.5, "Cancelled");
    expect((await findInvoice(admin, id)).creditNotes).toMatchObject([
      { total: 120.5, reason: "One box was damaged" },
      { total: 379.5, reason: "Order cancelled" },
    ]);
  });

  test("is not issued for money above the total, which was never invoiced", async () => {
    const id = await completed();
    await recordPayment(admin, id, cash(500), pool);
    await recordPayment(admin, id, cash(500, true), pool);
    await refund(id, 500, "Paid twice");
    expect((await findInvoice(admin, id)).creditNotes).toEqual([]);
    await refund(id, 100);
    expect((await findInvoice(admin, id)).creditNotes).toMatchObject([{ total: 100 }]);
  });

  test("over everything by a refund does not let the next status issue a new invoice", async () => {
    const { id } = await order();
    await setOrderStatus(admin, id, "Shipped", pool);
    await recordPayment(admin, id, cash(500), pool);
    await refund(id, 500);
    await setOrderStatus(admin, id, "Completed", pool);
    expect(await findInvoice(admin, id)).toMatchObject({ creditNotes: [{ total: 500 }], earlier: [] });
  });

  test("is not issued while nothing is invoiced", async () => {
    const { id } = await order();
    await recordPayment(admin, id, cash(500), pool);
    await refund(id, 100);
    await setOrderStatus(admin, id, "Cancelled", pool);
    expect(await refusal(findInvoice(admin, id))).toMatchObject(noDocument);
  });

  test("over what was refunded before comes with the first invoice", async () => {
    const { id } = await order();
    await recordPayment(admin, id, cash(500), pool);
    await recordPayment(admin, id, cash(60, true), pool);
    await refund(id, 160, "Paid too much, and less was wanted");
    for (const status of ["Shipped", "Completed"] as const) await setOrderStatus(admin, id, status, pool);
    expect(await findInvoice(admin, id)).toMatchObject({
      totals: { total: 500 },
      creditNotes: [{ total: 100, reason: "Refunded before the invoice" }],
    });
  });

  test("never takes more than was invoiced, whatever is paid, refunded and cancelled", async () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant("pay" as const), paise: fc.integer({ min: 1, max: 150_000 }) }),
      fc.record({ kind: fc.constant("refund" as const), paise: fc.integer({ min: 1, max: 80_000 }) }),
      fc.record({ kind: fc.constantFrom("Shipped", "Completed", "Cancelled", "Processing"), paise: fc.constant(0) }),
    );
    const line = fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 3 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.array(action, { minLength: 3, maxLength: 10 }),
        async (lines, actions) => {
          const { id, total } = await order(lines.map(([price, packs]) => [price / 100, packs]));
          for (const { kind, paise } of actions) {
            if (kind === "pay") await recordPayment(admin, id, cash(paise / 100, true), pool);
            else if (kind === "refund")
              await refund(id, paise / 100).catch((error) => {
                if (error.code !== "overpaid") throw error;
              });
            else await setOrderStatus(admin, id, kind as "Shipped", pool);
          }
          const [invoice] = await findInvoices(admin, [id]);
          for (const one of invoice ? [...invoice.earlier, invoice] : []) {
            expectExact(one, total);
            for (const note of one.creditNotes) expectExact(note, note.total);
            const credited = one.creditNotes.reduce((sum, note) => sum + toPaise(note.total), 0);
            expect(credited).toBeLessThanOrEqual(toPaise(total));
          }
        },
      ),
      bounds,
    );
  });
});

describe("numbers", () => {
  test("have no gaps and no doubles when many orders are completed at once and some fail", async () => {
    await setTax({ prefix: "RC" });
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await order()).id));
    const tries = await atOnce(30, (at) =>
      wide.transaction(async (tx) => {
        await setOrderStatus(admin, ids[at] as number, "Completed", tx);
        if (at % 3 === 0) throw new Error("undone");
      }),
    );
    expect(done(tries)).toHaveLength(20);
    expect(await numbersOf("RC")).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const rows = await sql`select order_id from invoices where prefix = 'RC'`;
    expect(new Set(rows.map((row) => row.order_id)).size).toBe(20);
  });

  test("are given once when one order is completed and shipped by many at the same time", async () => {
    await setTax({ prefix: "ONE" });
    const { id } = await order();
    await atOnce(20, (at) => setOrderStatus(admin, id, at % 2 ? "Completed" : "Shipped", wide));
    expect(await numbersOf("ONE")).toEqual([1]);
  });

  test("start again with a prefix, and with a financial year", async () => {
    await setTax({ prefix: "A" });
    const next = async () => (await findInvoice(admin, await completed())).number;
    expect([await next(), await next()]).toEqual(["A/26-27/000001", "A/26-27/000002"]);
    clock.now = new Date("2027-03-31T18:30:00Z");
    expect([await next(), await next()]).toEqual(["A/27-28/000001", "A/27-28/000002"]);
  });
});
