// What accountants get (docs/behaviour.md#reports): documents from before companies and units were stored, and what a spreadsheet makes of
// the files for the return.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setShopTime } from "@/lib/clock";
import { type CsvColumns, csvLines, csvStream } from "@/lib/csv";
import { companyColumns, seriesColumns, summaryColumns } from "@/lib/invoices/gst-csv";
import { companyDocuments, documentSeries, gstSummary } from "@/lib/invoices/gst-queries";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoice } from "@/lib/invoices/queries";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { recordPayment } from "@/lib/payments/commands";
import { paymentListColumns } from "@/lib/reports/payment-csv";
import { streamPayments } from "@/lib/reports/payment-queries";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aGstin, aUtr, cash, GSTIN, toBengaluru } from "./money";
import { setSettings } from "./set-settings";

let admin: Member;
beforeAll(async () => {
  setShopTime(new Date("2027-02-10T05:00:00Z"));
  admin = await anAdmin();
  await setSettings("tax", { gstin: GSTIN });
});
afterAll(() => setShopTime(undefined));

describe("a document from before companies and units were stored", () => {
  const seller = {
    legalName: "Mithaas Sweets",
    address: "12 Sweet Street, Mumbai, Maharashtra 400028",
    state: { code: "27", name: "Maharashtra" },
    gstin: GSTIN,
    fssai: "11519001000123",
    phone: "+91 22 5550 1985",
    email: "hello@mithaas.example",
  };
  const placeOfSupply = { code: "29", name: "Karnataka" };
  const taxed = (total: number, igst: number) => ({ taxable: total - igst, cgst: 0, sgst: 0, igst, total });
  const rupees = (amounts: Record<string, number>) =>
    Object.fromEntries(Object.entries(amounts).map(([name, paise]) => [name, paise / 100]));

  /** An order of two packs of a sweet and of a cake that was shipped with an invoice, both as the version before wrote them. */
  async function anOlderInvoice() {
    const katli = await aSweet({
      name: "Kaju Katli",
      quantity: 100,
      packs: [
        { label: "250 g", grams: 250, units: 1, price: 200, isDefault: true },
        { label: "500 g", grams: 500, units: 2, price: 380 },
      ],
    });
    const cake = await aSweet({ name: "Plum Cake", hsn: "1905", price: 300 });
    await sql`update sweets set own_travels = true where id = any(${[katli.id, cake.id]}::int[])`;
    const [small, large] = katli.packs.map(({ id }) => ({ id: katli.id, packId: id }));
    const input = anOrder(
      [
        [small ?? katli, 3],
        [large ?? katli, 1],
        [cake, 1],
      ],
      toBengaluru,
    );
    const { id } = await placeOrder(await aCustomer(), input, { channel: "api" }, pool);
    const lines = [
      { name: "Kaju Katli, 250 g", hsn: "2106", quantity: 3, rate: 500, ...taxed(60_000, 2857) },
      { name: "Kaju Katli, 500 g", hsn: "2106", quantity: 1, rate: 500, ...taxed(38_000, 1810) },
      { name: "Plum Cake", hsn: "1905", quantity: 1, rate: 500, ...taxed(30_000, 1429) },
      { name: "Delivery", hsn: "2106", quantity: null, rate: 500, ...taxed(11_408, 543) },
      { name: "Delivery", hsn: "1905", quantity: null, rate: 500, ...taxed(3492, 166) },
    ];
    const [history] = await sql`select max(id)::int as id from order_status_history where order_id = ${id}`;
    const [series] = await sql`
      insert into invoice_series (prefix, year, last) values ('INV', '26-27', 1)
      on conflict (prefix, year) do update set last = invoice_series.last + 1 returning last`;
    const order = { id, date: "2027-02-09", channel: "api", method: "courier" };
    const content = { seller, order, placeOfSupply, interState: true, statusChange: (history?.id ?? 0) + 1 };
    const number = `INV/26-27/${String(series?.last).padStart(6, "0")}`;
    const [made] = await sql`
      insert into invoices (kind, prefix, year, sequence, number, order_id, date, content, buyer_name, buyer_address, total)
      values ('tax_invoice', 'INV', '26-27', ${series?.last}, ${number}, ${id}, '2027-02-09', ${JSON.stringify(content)}::text::jsonb,
        'आशा राव', '1 MG Road, Bengaluru', 142900)
      returning id`;
    await sql`insert into invoice_lines ${sql(lines.map((line, at) => ({ ...line, invoice_id: made?.id, position: at + 1 })))}`;
    await setOrderStatus(admin, id, "Shipped", pool);
    const expected = {
      kind: "tax_invoice",
      ...{ number, date: "2027-02-09", buyer: { name: "आशा राव", address: "1 MG Road, Bengaluru" }, company: null },
      lines: lines.map(({ name, hsn, quantity, rate: _, ...amounts }) => ({
        ...{ name, hsn, quantity, rate: 5 },
        ...rupees(amounts),
      })),
      totals: { taxable: 1360.95, cgst: 0, sgst: 0, igst: 68.05, total: 1429 },
      ...{ seller, order, placeOfSupply, interState: true, creditNotes: [], earlier: [] },
    };
    return { id, expected };
  }
  const summary = async () => {
    const rows = await gstSummary(admin, { from: "2027-02", to: "2027-02" });
    return rows.map(({ document, hsn, unit, quantity, total }) => [document, hsn, unit, quantity, total]);
  };

  test("reads and prints as it did, is in the summary with the units and weights of its order, and is credited", async () => {
    const { id, expected } = await anOlderInvoice();
    const invoice = await findInvoice(admin, id);
    expect(invoice).toEqual({ ...expected, issuedAt: expect.any(String) });
    expect(allPrinted(invoice)).toMatchObject([
      {
        title: "Tax invoice",
        buyer: ["आशा राव", "1 MG Road, Bengaluru"],
        words: "Rupees one thousand four hundred twenty-nine only",
      },
    ]);
    expect(await summary()).toEqual([
      ["invoice", "1905", "NOS", 1, 334.92],
      ["invoice", "2106", "KGS", 1.25, 1094.08],
    ]);
    const months = { from: "2027-02", to: "2027-02" };
    expect(await companyDocuments(admin, months)).toEqual([]);

    // A part is of no packs; what is left then is of all.
    await recordPayment(admin, id, cash(1429), pool);
    await refundOrder(admin, id, { amount: 100.01, reason: "Damaged" }, pool);
    const [note] = (await findInvoice(admin, id)).creditNotes;
    expect(note).toMatchObject({ company: null, total: 100.01, totals: { total: 100.01, cgst: 0 } });
    expect((await summary()).filter(([document]) => document === "credit_note")).toEqual([
      ["credit_note", "1905", "NOS", 0, -23.44],
      ["credit_note", "2106", "KGS", 0, -76.57],
    ]);
    await setOrderStatus(admin, id, "Cancelled", pool);
    expect((await summary()).filter(([document]) => document === "credit_note")).toEqual([
      ["credit_note", "1905", "NOS", -1, -334.92],
      ["credit_note", "2106", "KGS", -1.25, -1094.08],
    ]);
    expect(await documentSeries(admin, months)).toMatchObject([
      { series: "CRN", issued: 2 },
      { series: "INV", issued: 1 },
    ]);
  });
});

describe("a spreadsheet reads in the files for the return", () => {
  /** What Excel and LibreOffice make of a cell: a formula, a date, a number, or a text, which they show without its tab. */
  function cellOf(text: string) {
    if (/^[=+@＝]|^-(?!\d+(\.\d+)?$)/.test(text)) return { formula: text };
    if (/^\d{4}-\d\d(-\d\d( \d\d:\d\d:\d\d)?)?$|^\d{1,2}[ /-]([A-Z][a-z]{2}|\d{1,2})$/.test(text))
      return { date: text };
    if (/^-?[\d,]+(\.\d+)?(e[+-]?\d+)?%?$/i.test(text)) return Number(text);
    return text === "" ? null : text.replace(/\t$/, "");
  }
  /** The rows of a CSV file (RFC 4180), by the headings of its first. */
  function rowsOf(csv: string) {
    const rows: string[][] = [[]];
    for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
      rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
      if (end === "\r\n") rows.push([]);
    }
    expect(rows.pop()).toEqual([]);
    const [headings = [], ...others] = rows;
    for (const row of others) expect(row).toHaveLength(headings.length);
    return others.map((row) => Object.fromEntries(row.map((cell, at) => [headings[at], cellOf(cell)])));
  }
  const fileOf = <Row>(columns: CsvColumns<Row>, rows: Row[]) => rowsOf(csvLines(columns, rows).join(""));

  const delhi = aGstin("07AAACB7383J1Z");
  const NAMES = [
    ['=HYPERLINK("http://x.example";"Click")', '\'=HYPERLINK("http://x.example";"Click")'],
    ["+91", "'+91"],
    ["-12", "'-12"],
    ["12 Nov", "12 Nov"],
    ["007", "007"],
    ['आनंद "मिठाई", Sons\n& Co.', 'आनंद "मिठाई", Sons & Co.'],
  ] as const;
  const months = { from: "2027-03", to: "2027-03" };
  const sold: number[] = [];

  beforeAll(async () => {
    setShopTime(new Date("2027-03-15T05:00:00Z"));
    const nuts = await aSweet({
      hsn: "0802",
      quantity: 100,
      packs: [{ label: "125 g", grams: 125, units: 1, price: 100.05, isDefault: true }],
    });
    for (const [at, [name]] of NAMES.entries()) {
      await setSettings("tax", { gstin: GSTIN, prefix: ["7", "001", "1E5"][at % 3] as string });
      const company = { gstin: delhi, name, deliveredTo: "others" };
      const sale = takenOrderInput.parse({ items: [{ productId: nuts.id, quantity: 3 }], company, payment: "upi" });
      sold.push((await takeOrder(admin, sale, pool)).id);
    }
    await refundOrder(admin, sold[0] ?? 0, { amount: 100.07, reason: "=1+1" }, pool);
  });

  test("codes, quantities and rupees, negative ones too, and months", async () => {
    const row = { Month: { date: "2027-03" }, Buyer: "B2B", "Place of supply": "07-Delhi", HSN: "0802", Unit: "KGS" };
    expect(fileOf(summaryColumns, await gstSummary(admin, months))).toMatchObject([
      { ...row, Document: "Invoice", Quantity: 2.25, "Rate (%)": 5, "CGST (rupees)": 0, "Total (rupees)": 1800.9 },
      { ...row, Document: "Credit note", Quantity: 0, "IGST (rupees)": -4.76, "Total (rupees)": -100.07 },
    ]);
  });

  test("series that look like numbers, and numbers of documents that are no dates", async () => {
    expect(fileOf(seriesColumns, await documentSeries(admin, months))).toEqual(
      ["001", "1E5", "7", "CRN"].map((series) => ({
        Series: series,
        From: expect.stringMatching(`^${series}/26-27/0{5}\\d$`),
        To: expect.stringMatching(`^${series}/26-27/0{5}\\d$`),
        Issued: series === "CRN" ? 1 : 2,
        Cancelled: 0,
      })),
    );
  });

  test("the names of companies as texts, whatever they are", async () => {
    const rows = fileOf(companyColumns, await companyDocuments(admin, months));
    expect(rows.map(({ Name }) => Name)).toEqual([...NAMES.map(([, shown]) => shown), NAMES[0][1]]);
    expect(rows.at(-1)).toMatchObject({
      ...{ GSTIN: delhi, Document: "Credit note", Number: expect.stringContaining("CRN/26-27/") },
      ...{ Date: { date: "2027-03-15" }, "Value (rupees)": -100.07, "Taxable value (rupees)": -95.31 },
    });
  });

  test("each payment with all digits of its UTR", async () => {
    const sweet = await aSweet({ price: 500.5 });
    const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]]), { channel: "api" }, pool);
    const utr = `0${aUtr().slice(1)}`;
    await recordPayment(admin, id, { method: "upi", amount: 500.5, reference: utr, force: false }, pool);
    await refundOrder(admin, id, { amount: 0.5, reason: "Too much" }, pool);
    await sql`update users set name = '=Owner' where id = ${admin.id}`;
    setShopTime(undefined);
    const parts = await csvStream(paymentListColumns, streamPayments(admin, { days: 7 }));
    let csv = "";
    for await (const part of parts) csv += part;
    const rows = rowsOf(csv).filter(({ Order }) => Order === id);
    const shared = { "At (India)": { date: expect.any(String) }, Method: "upi", "Fee (rupees)": null, By: "'=Owner" };
    expect(rows).toEqual([
      { ...shared, Order: id, State: "received", "Amount (rupees)": 500.5, Reference: utr },
      { ...shared, Order: id, State: "refunded", "Amount (rupees)": 0.5, Reference: null, Method: expect.any(String) },
    ]);
  });
});
