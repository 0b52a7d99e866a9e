// Invoices and credit notes (docs/behaviour.md#invoices): issued with what they belong to, kept, numbered without gaps.
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import type { Customer, StaffMember } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { purchase, refundOrder, setOrderStatus } from "@/lib/invoices/order-commands";
import { findInvoice, findInvoices } from "@/lib/invoices/queries";
import { financialYear } from "@/lib/invoices/rules";
import type { Invoice } from "@/lib/invoices/serializers";
import { toPaise } from "@/lib/money";
import { placeOrder } from "@/lib/orders/place";
import type { OrderInput } from "@/lib/orders/schema";
import { recordPayment } from "@/lib/payments/commands";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import type { TaxSettings } from "@/lib/settings/money-schema";
import { currentSettings } from "@/lib/settings/queries";
import { atOnce, connect, done, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { bounds } from "../support/property";
import { sql } from "../support/sql";

const GSTIN = "27AAPFU0939F1ZV";
let wide: Executor;
let admin: StaffMember;
let buyer: Customer;
let year: string;

async function setTax(value: Partial<TaxSettings>) {
  const { versions } = await currentSettings();
  await saveSettings(admin, "tax", { version: versions.tax, value: { ...defaultSettings.tax, ...value } });
}

beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
  year = financialYear(indiaDay(shopNow()));
});
beforeEach(async () => {
  buyer = await aCustomer();
  await setTax({ gstin: GSTIN });
});

const sweetsOf = (prices: [price: number, units: number][]) =>
  Promise.all(prices.map(async ([price, units]) => [await aSweet({ price, quantity: 1000 }), units] as const));

/** An order that was not shipped yet. */
async function order(prices: [price: number, units: number][] = [[500, 1]], rest: Partial<OrderInput> = {}) {
  const sweets = await sweetsOf(prices);
  await sql`update sweets set own_travels = true where id = any(${sweets.map(([{ id }]) => id)})`;
  return placeOrder(
    buyer,
    anOrder(
      sweets.map(([sweet, units]) => [sweet, units]),
      rest,
    ),
    { channel: "api" },
  );
}

async function completed(...args: Parameters<typeof order>) {
  const { id } = await order(...args);
  await setOrderStatus(admin, id, "Completed");
  return id;
}

const cash = (amount: number, force = false) => ({ method: "cash", amount, reference: null, force }) as const;
const numbersOf = async (prefix: string): Promise<number[]> =>
  (await sql`select sequence from invoices where prefix = ${prefix} order by sequence`).map((row) => row.sequence);
const oneTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

function expectExact({ lines, totals }: Pick<Invoice, "lines" | "totals">, total: number) {
  for (const line of lines) {
    expect(toPaise(line.taxable) + toPaise(line.cgst) + toPaise(line.sgst) + toPaise(line.igst)).toBe(
      toPaise(line.total),
    );
    expect(line.cgst).toBe(line.sgst);
  }
  const sum = (of: "taxable" | "cgst" | "sgst" | "igst" | "total") =>
    lines.reduce((all, line) => all + toPaise(line[of]), 0);
  for (const of of ["taxable", "cgst", "sgst", "igst", "total"] as const) expect(sum(of)).toBe(toPaise(totals[of]));
  expect(totals.total).toBe(total);
}

describe("an invoice", () => {
  test("is issued once, when the order is shipped or completed, and says what was sold", async () => {
    const placed = await order([
      [500, 2],
      [99.99, 1],
    ]);
    for (const status of ["Processing"] as const) await setOrderStatus(admin, placed.id, status);
    expect(await refusal(findInvoice(buyer, placed.id))).toMatchObject({ code: "not_found" });
    await setOrderStatus(admin, placed.id, "Shipped");
    const invoice = await findInvoice(buyer, placed.id);
    expect(invoice).toMatchObject({
      kind: "tax_invoice",
      number: expect.stringMatching(new RegExp(`^INV/${year}/\\d{6}$`)),
      date: indiaDay(shopNow()),
      buyer: { name: "Somebody", address: "12 Some Road, Mumbai" },
      seller: {
        legalName: defaultSettings.shop.legalName,
        gstin: GSTIN,
        fssai: defaultSettings.shop.fssai,
        state: { code: "27", name: "Maharashtra" },
      },
      order: { id: placed.id, channel: "api", method: null },
      placeOfSupply: { code: "27", name: "Maharashtra" },
      interState: false,
      creditNotes: [],
      earlier: [],
    });
    expect(invoice.lines).toMatchObject([
      { hsn: "2106", quantity: 2, rate: 5, taxable: 952.38, cgst: 23.81, sgst: 23.81, igst: 0, total: 1000 },
      { hsn: "2106", quantity: 1, rate: 5, taxable: 95.23, cgst: 2.38, sgst: 2.38, igst: 0, total: 99.99 },
    ]);
    expectExact(invoice, 1099.99);
    await setOrderStatus(admin, placed.id, "Completed");
    await setOrderStatus(admin, placed.id, "Completed");
    expect(await findInvoice(admin, placed.id)).toEqual(invoice);
    expect(await findInvoices(admin, [placed.id])).toEqual([invoice]);
  });

  test("of another person's order looks like none", async () => {
    const id = await completed();
    expect(await refusal(findInvoice(await aCustomer(), id))).toMatchObject({ code: "not_found" });
    expect(await refusal(findInvoice(admin, 2_000_000_000))).toMatchObject({ code: "not_found" });
  });

  test("has IGST where the pincode is in another state", async () => {
    const id = await completed([[1000, 1]], {
      delivery: {
        recipientName: "Somebody",
        deliveryAddress: "1 MG Road, Bengaluru",
        phoneNumber: "98200 00000",
        pincode: "560001",
        method: "courier",
      },
    } as Partial<OrderInput>);
    const invoice = await findInvoice(admin, id);
    expect(invoice).toMatchObject({ placeOfSupply: { code: "29", name: "Karnataka" }, interState: true });
    expect(invoice.lines.map(({ name, quantity, igst, cgst, total }) => [name, quantity, igst, cgst, total])).toEqual([
      [expect.any(String), 1, 47.62, 0, 1000],
      ["Delivery", null, 7.1, 0, 149],
    ]);
    expectExact(invoice, 1149);
  });

  test("of a sale over the counter is issued with it", async () => {
    const sweet = await aSweet({ price: 250 });
    await purchase(admin, sweet.id, { quantity: 2 });
    const [row] = await sql`select order_id from order_lines where sweet_id = ${sweet.id}`;
    expect(await findInvoice(admin, row?.order_id)).toMatchObject({
      kind: "tax_invoice",
      order: { channel: "counter" },
      buyer: { name: null, address: null },
      totals: { total: 500 },
    });
  });

  test("is a bill of supply in a series of its own while there is no GSTIN", async () => {
    await setTax({ gstin: null });
    const invoice = await findInvoice(admin, await completed([[500, 1]], { giftWrap: true }));
    expect(invoice).toMatchObject({
      kind: "bill_of_supply",
      number: expect.stringMatching(new RegExp(`^BOS/${year}/\\d{6}$`)),
      seller: { gstin: null },
      totals: { taxable: 550, cgst: 0, sgst: 0, igst: 0, total: 550 },
    });
    expect(invoice.lines.map(({ name, rate }) => [name, rate])).toEqual([
      [expect.any(String), 0],
      ["Gift wrap", 0],
    ]);
  });

  test("says what it said when settings and sweets have changed", async () => {
    const id = await completed();
    const before = await findInvoice(admin, id);
    await setTax({ gstin: null, prefix: "X", rates: [{ hsn: "2106", rate: 18, from: "2020-01-01" }] });
    expect(await findInvoice(admin, id)).toEqual(before);
    await expect(sql`update invoices set number = 'X' where order_id = ${id}`).rejects.toThrow("cannot be changed");
    await expect(sql`delete from invoices where order_id = ${id}`).rejects.toThrow("cannot be changed");
    await expect(sql`update invoice_lines set taxable = 1`).rejects.toThrow("cannot be changed");
    await sql`update invoices set buyer_name = null, buyer_address = null where order_id = ${id}`;
    expect(await findInvoice(admin, id)).toEqual({ ...before, buyer: { name: null, address: null } });
  });
});

describe("a credit note", () => {
  test("over everything is issued with a cancel, and a new invoice when the order is taken up and shipped again", async () => {
    const id = await completed([[500, 2]]);
    const first = await findInvoice(admin, id);
    await setOrderStatus(admin, id, "Cancelled");
    await setOrderStatus(admin, id, "Cancelled");
    const cancelled = await findInvoice(admin, id);
    expect(cancelled.creditNotes).toMatchObject([
      {
        number: expect.stringMatching(new RegExp(`^CRN/${year}/\\d{6}$`)),
        total: 1000,
        reason: "Order cancelled",
        lines: [{ quantity: 2, total: 1000, taxable: 952.38, cgst: 23.81, sgst: 23.81 }],
      },
    ]);
    await setOrderStatus(admin, id, "Processing");
    expect((await findInvoice(admin, id)).number).toBe(first.number);
    await setOrderStatus(admin, id, "Shipped");
    const second = await findInvoice(admin, id);
    expect(second.number).not.toBe(first.number);
    expect(second).toMatchObject({
      creditNotes: [],
      earlier: [{ number: first.number, creditNotes: [{ total: 1000 }] }],
    });
  });

  test("is issued for a refund; a cancel and a refund credit once only, in either order", async () => {
    const id = await completed();
    await recordPayment(admin, id, cash(500));
    await refundOrder(admin, id, { amount: 120.5, reason: "One box was damaged" });
    await setOrderStatus(admin, id, "Cancelled");
    await refundOrder(admin, id, { amount: 379.5, reason: "Cancelled" });
    const { creditNotes } = await findInvoice(admin, id);
    expect(creditNotes.map(({ total, reason }) => [total, reason])).toEqual([
      [120.5, "One box was damaged"],
      [379.5, "Order cancelled"],
    ]);
  });

  test("is not issued for money above the total, which was never invoiced", async () => {
    const id = await completed();
    await recordPayment(admin, id, cash(500));
    await recordPayment(admin, id, cash(500, true));
    await refundOrder(admin, id, { amount: 500, reason: "Paid twice" });
    expect((await findInvoice(admin, id)).creditNotes).toEqual([]);
    await refundOrder(admin, id, { amount: 100, reason: "Damaged" });
    expect((await findInvoice(admin, id)).creditNotes).toMatchObject([{ total: 100 }]);
  });

  test("over everything by a refund does not let the next status issue a new invoice", async () => {
    const { id } = await order();
    await setOrderStatus(admin, id, "Shipped");
    await recordPayment(admin, id, cash(500));
    await refundOrder(admin, id, { amount: 500, reason: "All of it was damaged" });
    await setOrderStatus(admin, id, "Completed");
    expect(await findInvoice(admin, id)).toMatchObject({ creditNotes: [{ total: 500 }], earlier: [] });
  });

  test("is not issued while nothing is invoiced", async () => {
    const { id } = await order();
    await recordPayment(admin, id, cash(500));
    await refundOrder(admin, id, { amount: 100, reason: "Less was wanted" });
    await setOrderStatus(admin, id, "Cancelled");
    expect(await refusal(findInvoice(admin, id))).toMatchObject({ code: "not_found" });
  });

  test("over what was refunded before comes with the first invoice", async () => {
    const { id } = await order();
    await recordPayment(admin, id, cash(500));
    await recordPayment(admin, id, cash(60, true));
    await refundOrder(admin, id, { amount: 160, reason: "Paid too much, and less was wanted" });
    await setOrderStatus(admin, id, "Shipped");
    await setOrderStatus(admin, id, "Completed");
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
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 3 })), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(action, { minLength: 3, maxLength: 10 }),
        async (prices, actions) => {
          const { id, total } = await order(prices.map(([price, units]) => [price / 100, units]));
          for (const { kind, paise } of actions) {
            if (kind === "pay") await recordPayment(admin, id, cash(paise / 100, true));
            else if (kind === "refund")
              await refundOrder(admin, id, { amount: paise / 100, reason: "A test" }).catch((error) => {
                if (error.code !== "overpaid") throw error;
              });
            else await setOrderStatus(admin, id, kind as "Shipped");
          }
          const [invoice] = await findInvoices(admin, [id]);
          for (const one of invoice ? [...invoice.earlier, invoice] : []) {
            expectExact(one, total);
            for (const note of one.creditNotes) expectExact(note, note.total);
            expect(one.creditNotes.reduce((sum, note) => sum + toPaise(note.total), 0)).toBeLessThanOrEqual(
              toPaise(total),
            );
          }
        },
      ),
      { ...bounds, numRuns: 3 * bounds.numRuns },
    );
  });
});

describe("numbers", () => {
  test("have no gaps and no doubles when many orders are completed at once and some fail", async () => {
    await setTax({ gstin: GSTIN, prefix: "RC" });
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await order()).id));
    const tries = await atOnce(50, (at) =>
      wide.transaction(async (tx) => {
        await setOrderStatus(admin, ids[at] as number, "Completed", tx);
        if (at % 3 === 0) throw new Error("undone");
      }),
    );
    const succeeded = done(tries).length;
    expect(succeeded).toBe(33);
    expect(await numbersOf("RC")).toEqual(oneTo(33));
    const rows = await sql`select order_id from invoices where prefix = 'RC'`;
    expect(new Set(rows.map((row) => row.order_id)).size).toBe(33);
  });

  test("are given once when one order is completed and shipped by many at the same time", async () => {
    await setTax({ gstin: GSTIN, prefix: "ONE" });
    const { id } = await order();
    await atOnce(20, (at) => setOrderStatus(admin, id, at % 2 ? "Completed" : "Shipped", wide));
    expect(await numbersOf("ONE")).toEqual([1]);
  });

  test("start again with a prefix", async () => {
    await setTax({ gstin: GSTIN, prefix: "A" });
    expect((await findInvoice(admin, await completed())).number).toBe(`A/${year}/000001`);
    expect((await findInvoice(admin, await completed())).number).toBe(`A/${year}/000002`);
  });
});
