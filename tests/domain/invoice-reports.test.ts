// What is made of invoices (docs/behaviour.md#invoices): the summary for the GST return, and files.
import { beforeAll, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { gstSummary, sweetsWithoutRate } from "@/lib/invoices/gst-queries";
import { invoicePdf, invoicesPdf, renderInvoicePdf } from "@/lib/invoices/pdf";
import { pdfTask } from "@/lib/invoices/pdf-document";
import { drawPdf } from "@/lib/invoices/pdf-queue";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoice, findInvoices } from "@/lib/invoices/queries";
import { toPaise } from "@/lib/money";
import { placeOrder } from "@/lib/orders/place";
import { refundOrder } from "@/lib/orders/refund-commands";
import type { OrderInput } from "@/lib/orders/schema";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { placeText } from "@/lib/settings/states";
import { atOnce, done, refusal, refusals } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { cash, GSTIN, toBengaluru } from "./money";
import { setSettings } from "./set-settings";

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));
const month = "2026-11";

let admin: Member;
let buyer: Customer;
const ids: number[] = [];

async function shipped(prices: number[], rest: Partial<OrderInput> = {}) {
  const sweets = await Promise.all(
    prices.map((price, at) =>
      aSweet({ price, quantity: 10, name: "मोतीचूर लड्डू", category: at % 2 ? "Cakes" : "Traditional Sweets" }),
    ),
  );
  await sql`update sweets set own_travels = true where id = any(${sweets.map(({ id }) => id)})`;
  const input = anOrder(
    sweets.map((sweet) => [sweet, 2]),
    rest,
  );
  const { id, total } = await placeOrder(buyer, input, { channel: "api" }, pool);
  await setOrderStatus(admin, id, "Shipped", pool);
  ids.push(id);
  return { id, total };
}

beforeAll(async () => {
  admin = await anAdmin();
  buyer = await aCustomer();
  await shipped([120.35]);
  await setSettings("tax", { gstin: GSTIN });
  await shipped([99.99, 333.33], { giftWrap: true });
  await shipped([501, 77.77], toBengaluru);
  const cancelled = await shipped([250]);
  await setOrderStatus(admin, cancelled.id, "Cancelled", pool);
  const refunded = await shipped([640.4, 12.35]);
  await recordPayment(admin, refunded.id, cash(refunded.total), pool);
  await refundOrder(admin, refunded.id, { amount: 101.01, reason: "Damaged" }, pool);
});

test("the GST summary equals the sum of its tax invoices and credit notes", async () => {
  const expected = new Map<string, number[]>();
  for (const invoice of await findInvoices(admin, ids)) {
    if (invoice.kind !== "tax_invoice") continue;
    for (const [document, sign] of [[invoice, 1] as const, ...invoice.creditNotes.map((note) => [note, -1] as const)])
      for (const line of document.lines) {
        const kind = sign === 1 ? "invoice" : "credit_note";
        const key = [kind, "B2C", invoice.placeOfSupply && placeText(invoice.placeOfSupply), line.hsn, line.rate].join(
          "|",
        );
        const sums = expected.get(key) ?? [0, 0, 0, 0, 0];
        const amounts = [line.taxable, line.cgst, line.sgst, line.igst, line.total];
        expected.set(
          key,
          sums.map((sum, at) => sum + sign * toPaise(amounts[at] as number)),
        );
      }
  }
  const rows = await gstSummary(admin, { from: month, to: month });
  const summed = new Map(
    rows.map((row) => [
      [row.document, row.buyer, row.placeOfSupply, row.hsn, row.rate].join("|"),
      [row.taxable, row.cgst, row.sgst, row.igst, row.total].map(toPaise),
    ]),
  );
  expect(summed).toEqual(expected);
  expect(new Set(rows.map(({ document }) => document))).toEqual(new Set(["invoice", "credit_note"]));
  expect(new Set(rows.map(({ placeOfSupply }) => placeOfSupply))).toEqual(new Set(["27-Maharashtra", "29-Karnataka"]));
  expect(await gstSummary(admin, { from: "2020-01", to: "2020-12" })).toEqual([]);
});

test("lines from before units were stored have those of what the order sold, delivery and gift wrap those of most value", async () => {
  const byWeight = (price: number) =>
    aSweet({ packs: [{ label: "250 g", grams: 250, units: 1, price, isDefault: true }] });
  const sold = await Promise.all([
    ...[500, 700].map(byWeight),
    ...[aSweet({ price: 600 }), aSweet({ price: 2000, category: "Cakes" })],
  ]);
  const input = anOrder(
    sold.map((sweet) => [sweet, 2]),
    { giftWrap: true },
  );
  const { id } = await placeOrder(buyer, input, { channel: "api" }, pool);
  await setOrderStatus(admin, id, "Shipped", pool);
  // As they were issued in October with units, in September without.
  for (const [prefix, date, unit] of [
    ["NEW", "2026-10-20", sql`unit, grams`],
    ["OLD", "2026-09-20", sql`null, null`],
  ] as const)
    await sql`
      with copy as (
        insert into invoices (kind, prefix, year, sequence, number, order_id, date, content, total)
        select kind, ${prefix}, year, sequence, ${prefix} || sequence, order_id, ${date}, content, total from invoices where order_id = ${id} and prefix = 'INV'
        returning id)
      insert into invoice_lines (invoice_id, position, name, hsn, quantity, rate, unit, grams, taxable, cgst, sgst, igst, total)
      select copy.id, position, name, hsn, quantity, rate, ${unit}, taxable, cgst, sgst, igst, l.total
      from copy, invoice_lines l join invoices i on i.id = invoice_id where i.order_id = ${id} and i.prefix = 'INV'`;
  const [now, before] = await Promise.all(["2026-10", "2026-09"].map((of) => gstSummary(admin, { from: of, to: of })));
  expect(before).toEqual(now?.map((row) => ({ ...row, month: "2026-09" })));
  expect(now).toMatchObject([
    { hsn: "1905", unit: "NOS", quantity: 2 },
    { hsn: "2106", unit: "KGS", quantity: 1 },
    { hsn: "2106", unit: "NOS", quantity: 2, total: 1200 },
  ]);
});

test("sweets without a rate are named", async () => {
  const { name } = await aSweet();
  const rates = defaultSettings.tax.rates.filter(({ hsn }) => hsn !== "2106");
  expect(await sweetsWithoutRate(admin, defaultSettings.tax.rates)).toEqual([]);
  const [code] = await sweetsWithoutRate(admin, rates);
  expect(code).toMatchObject({ hsn: "2106", names: expect.arrayContaining([name]) });
});

test("a logo that could not be read once is read for the next PDF", async () => {
  const [id] = ids as [number];
  vi.spyOn(process, "cwd").mockReturnValueOnce("/nowhere");
  expect(await refusal(invoicePdf(admin, id))).toMatchObject({ code: "ENOENT" });
  expect((await invoicePdf(admin, id)).bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

test("a PDF is the same to the byte each time, also when it is drawn again", async () => {
  const [id] = ids as [number];
  const first = await invoicePdf(admin, id);
  expect(first.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(first.filename).toMatch(/^Bill-of-supply-BOS-\d\d-\d\d-000001\.pdf$/);
  const task = () => findInvoice(admin, id).then((invoice) => pdfTask(allPrinted(invoice), pixel));
  const drawn = await drawPdf(await task(), "1");
  expect((await drawPdf(await task(), "1")).equals(drawn)).toBe(true);
  expect((await invoicePdf(buyer, id)).bytes.equals(first.bytes)).toBe(true);
  expect((await renderInvoicePdf(id))?.bytes.equals(first.bytes)).toBe(true);
});

test("a credit note has a PDF of its own, and many documents are one file", async () => {
  const id = ids[3] as number;
  const { creditNotes } = await findInvoice(admin, id);
  const note = await invoicePdf(admin, id, creditNotes[0]?.number);
  expect(note.filename).toMatch(/^Credit-note-CRN-/);
  expect(await refusal(invoicePdf(admin, id, "INV/26-27/999999"))).toMatchObject({ code: "not_found" });
  expect((await invoicesPdf(admin, ids)).filename).toBe("Invoices-7.pdf");
  expect(await refusal(invoicesPdf(admin, [2_000_000_000]))).toMatchObject({ code: "not_found" });
  expect(await refusal(invoicePdf(await aCustomer(), id))).toMatchObject({ code: "not_found" });
});

test("a document that is not issued has no file", async () => {
  const sweet = await aSweet();
  const { id } = await placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "api" }, pool);
  expect(await renderInvoicePdf(id)).toBeNull();
});

/** A document that takes no time to draw. */
const empty = { definition: { content: [], defaultStyle: { font: "Mukta" } }, footer: "", pageNumbers: false };

test("five files are drawn for one person at once and the next is refused; another person's comes after one of them", async () => {
  const drawn: string[] = [];
  const draw = async (who: string) => {
    await drawPdf(empty, who);
    drawn.push(who);
  };
  const many = atOnce(7, () => draw("1"));
  const other = draw("2");
  const tries = await many;
  await other;
  expect(tries.map(({ status }) => status)).toEqual([...Array(5).fill("fulfilled"), "rejected", "rejected"]);
  expect(refusals(tries)).toEqual({ rate_limited: 2 });
  expect(tries[6]).toMatchObject({ reason: { extra: { retryAfter: expect.any(Number) } } });
  expect(drawn).toEqual(["1", "2", "1", "1", "1", "1"]);
  // Whoever has waited asks again, and is not remembered.
  await draw("1");
});

test("more files than a process draws in good time are refused, and the others are drawn", async () => {
  const tries = await atOnce(55, async (i) => drawPdf(empty, `person ${i % 11}`));
  expect([done(tries).length, refusals(tries)]).toEqual([50, { service_unavailable: 5 }]);
});

test("a document that cannot be drawn does not stop the next one", async () => {
  const broken = { definition: { content: [{ image: "/etc/hostname" }] }, footer: "", pageNumbers: false };
  await expect(drawPdf(broken, "1")).rejects.toThrow();
  expect((await invoicePdf(admin, ids[1] as number)).bytes.length).toBeGreaterThan(1000);
});
