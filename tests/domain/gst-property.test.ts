// Whatever is sold, cancelled and refunded over the months, the reports for the return come to what the documents say, to the paisa
// (docs/behaviour.md#reports). Documents themselves: tests/domain/invoices.test.ts. How much: tests/support/property.ts.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Company } from "@/db/constants/orders";
import { ONE_PIECE } from "@/lib/catalogue/packs";
import { setShopTime, shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { companyDocuments, documentSeries, gstSummary } from "@/lib/invoices/gst-queries";
import { findInvoices } from "@/lib/invoices/queries";
import type { CreditNote, IssuedInvoice } from "@/lib/invoices/serializers";
import { toPaise } from "@/lib/money";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { orderInput } from "@/lib/orders/schema";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { recordPayment } from "@/lib/payments/commands";
import { aCustomer, anAdmin, aSweet, type Member } from "../support/factories";
import { bounds, chance, limit } from "../support/property";
import { pool, sql } from "../support/sql";
import { aGstin, cash, GSTIN } from "./money";
import { setSettings } from "./set-settings";

const delivery = { recipientName: "Asha Rao", deliveryAddress: "1 Some Road", phoneNumber: "98200 00000" };
/** Where an order goes, and the place of its supply; the shop's own is 27. */
const PLACES = {
  unknown: [{}, "27-Maharashtra"],
  own: [{ pincode: "400028", method: "delivery" }, "27-Maharashtra"],
  pickup: [{ pincode: "560001", method: "pickup" }, "27-Maharashtra"],
  army: [{ pincode: "900056", method: "courier" }, "27-Maharashtra"],
  karnataka: [{ pincode: "560001", method: "courier" }, "29-Karnataka"],
  delhi: [{ pincode: "110001", method: "courier" }, "07-Delhi"],
  kashmir: [{ pincode: "190001", method: "courier" }, "01-Jammu & Kashmir"],
} as const;
type Place = keyof typeof PLACES;
const STATES = { "27": "27-Maharashtra", "29": "29-Karnataka", "07": "07-Delhi" } as const;
const company = fc.record({
  state: fc.constantFrom(...(Object.keys(STATES) as (keyof typeof STATES)[])),
  deliveredTo: fc.constantFrom("company" as const, "others" as const),
});

const pieces = (label: string, units: number, price: number, isDefault = false) => ({ label, units, price, isDefault });
const weighed = (grams: number, units: number, price: number, isDefault = false) => ({
  ...pieces(`${grams} g`, units, price, isDefault),
  grams,
});
const SWEETS = [
  { hsn: "2106", packs: [weighed(250, 1, 199.99, true), weighed(500, 2, 380.01)] },
  { hsn: "2106", packs: [weighed(375, 3, 240.5, true), pieces("Box of six", 4, 333.33)] },
  { hsn: "1905", packs: [pieces("Small", 1, 120.35, true), pieces("Large", 2, 0.07)] },
  { hsn: "08029000", packs: [weighed(125, 1, 77.77, true)] },
  { hsn: "180631", packs: [pieces(ONE_PIECE, 1, 64.49, true)] },
];
/** What can be ordered: the unit and weight of a pack by the name of its line in a document. */
type Pack = { productId: number; packId: number; unit: "KGS" | "NOS"; size: number };
const packs: Pack[] = [];
const packOf = new Map<string, Pack>();

const nth = fc.nat(99);
const items = fc.uniqueArray(fc.record({ pack: fc.nat(7), quantity: fc.integer({ min: 1, max: 7 }) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ pack }) => pack,
});
const isWrapped = fc.boolean();
const op = fc.oneof(
  chance(12, "order", {
    by: fc.constantFrom("customer", "staff"),
    place: fc.constantFrom(...(Object.keys(PLACES) as Place[])),
    company: fc.option(company, { freq: 2 }),
    paid: fc.constantFrom(0, 1, 1.5),
    ...{ items, isWrapped },
  }),
  chance(3, "till", { items, isWrapped, company: fc.option(company, { freq: 2 }) }),
  chance(14, "status", { nth, to: fc.constantFrom("Shipped", "Shipped", "Completed") }),
  chance(4, "cancel", { nth }),
  chance(2, "again", { nth }),
  chance(6, "refund", { nth, paise: fc.oneof(fc.integer({ min: 1, max: 60_001 }), fc.integer({ min: 1, max: 9 })) }),
  chance(7, "wait", { hours: fc.integer({ min: 1, max: 24 * 80 }) }),
  chance(1, "tax", {
    gstin: fc.constantFrom(GSTIN, GSTIN, null),
    prefix: fc.constantFrom("INV", "7", "001", "1E5"),
    rates: fc.array(fc.constantFrom(0, 0.25, 5, 12, 18), { minLength: 4, maxLength: 4 }),
  }),
);
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

type Order = { id: number; place: Place; company: Company | null };
let admin: Member;
beforeAll(async () => {
  admin = await anAdmin();
  for (const { hsn, packs: list } of SWEETS) {
    const sweet = await aSweet({ hsn, packs: list, quantity: 1000 });
    await sql`update sweets set own_travels = true, quantity = 1000000 where id = ${sweet.id}`;
    for (const [at, { label, ...pack }] of list.entries()) {
      const grams = "grams" in pack ? Number(pack.grams) : null;
      const sold = { productId: sweet.id, packId: sweet.packs[at]?.id ?? 0 };
      packs.push({ ...sold, ...(grams === null ? { unit: "NOS", size: 1 } : { unit: "KGS", size: grams / 1000 }) });
      packOf.set(label === ONE_PIECE ? sweet.name : `${sweet.name}, ${label}`, packs.at(-1) as Pack);
    }
  }
});
afterAll(() => setShopTime(undefined));

const setTax = (gstin: string | null, prefix: string, rates: number[]) => {
  const codes = ["2106", "1905", "0802", "1806"];
  const from = indiaDay(shopNow());
  return setSettings("tax", { gstin, prefix, rates: codes.map((hsn, at) => ({ hsn, rate: rates[at] ?? 0, from })) });
};

const companyOf = (wanted: { state: string; deliveredTo: Company["deliveredTo"] } | null): Company | null =>
  wanted && {
    gstin: aGstin(`${wanted.state}AAGCB7383J1Z`),
    name: `Gifts of ${wanted.state}`,
    deliveredTo: wanted.deliveredTo,
  };

async function run(orders: Order[], one: Op): Promise<unknown> {
  const known = "nth" in one ? orders[one.nth % Math.max(1, orders.length)] : undefined;
  switch (one.op) {
    case "order":
    case "till": {
      const lines = one.items.map(({ pack, quantity }) => {
        const { productId, packId } = packs[pack] as Pack;
        return { productId, packId, quantity };
      });
      const [place, paid] = one.op === "till" ? (["pickup", 0] as const) : [one.place, one.paid];
      const order = {
        ...{ items: lines, giftWrap: one.isWrapped, company: companyOf(one.company) },
        ...(one.op === "order" && { delivery: { ...delivery, ...PLACES[place][0] } }),
      };
      const { id, total } =
        one.op === "order" && one.by === "customer"
          ? await placeOrder(await aCustomer(), orderInput.parse(order), { channel: "api" }, pool)
          : await takeOrder(admin, takenOrderInput.parse(order), pool);
      orders.push({ id, place, company: order.company });
      if (paid > 0) await recordPayment(admin, id, cash(Math.round(total * paid * 100) / 100, true), pool);
      return;
    }
    case "status":
      return known && setOrderStatus(admin, known.id, one.to as "Shipped", pool);
    case "cancel":
      return known && setOrderStatus(admin, known.id, "Cancelled", pool);
    case "again":
      return known && setOrderStatus(admin, known.id, "Processing", pool);
    case "refund":
      return known && refundOrder(admin, known.id, { amount: one.paise / 100, reason: "A broken box" }, pool);
    case "wait":
      return setShopTime(new Date(shopNow().getTime() + one.hours * 3_600_000));
    case "tax":
      return setTax(one.gstin, one.prefix, one.rates);
  }
}

const names = ["taxable", "cgst", "sgst", "igst", "total"] as const;
type Sums = Record<(typeof names)[number] | "quantity", number>;
const nothing: Sums = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0, quantity: 0 };
/** Paise and grams or numbers, so that sums are exact. */
const exact = (row: Sums): Sums =>
  Object.fromEntries(
    Object.entries(nothing).map(([name]) => [name, Math.round(row[name as "taxable"] * 1000)]),
  ) as Sums;
const plus = (a: Sums, b: Sums, sign = 1) =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + sign * b[name as "taxable"]])) as Sums;

type Summary = Awaited<ReturnType<typeof gstSummary>>[number];
const keyOf = (row: Pick<Summary, "month" | "document" | "buyer" | "placeOfSupply" | "hsn" | "unit" | "rate">) =>
  [row.month, row.document, row.buyer, row.placeOfSupply, row.hsn, row.unit, row.rate].join(" | ");

/** The unit of what is charged beside the sweets: of those of most value with its code and rate. */
function unitBeside(invoice: IssuedInvoice, { hsn, rate }: IssuedInvoice["lines"][number]): "KGS" | "NOS" {
  const value = { KGS: 0, NOS: 0 };
  for (const line of invoice.lines) {
    const pack = packOf.get(line.name);
    if (pack && line.hsn === hsn && line.rate === rate) value[pack.unit] += toPaise(line.total);
  }
  return value.NOS > value.KGS ? "NOS" : "KGS";
}

/** What the documents of some orders say, one by one, and what the rules say of each. */
async function documentsOf(orders: Order[]) {
  const summary = new Map<string, Sums>();
  const listed: { number: string; month: string; row: object | null }[] = [];
  const invoices = await findInvoices(
    admin,
    orders.map(({ id }) => id),
  );
  for (const { earlier, ...latest } of invoices) {
    const order = orders.find(({ id }) => id === latest.order.id) as Order;
    for (const invoice of [...earlier, latest]) {
      const { placeOfSupply: state, interState, kind, seller } = invoice;
      const { company, place } = order;
      const placeOfSupply =
        company?.deliveredTo === "others" ? STATES[company.gstin.slice(0, 2) as "27"] : PLACES[place][1];
      expect([state?.code, interState, kind]).toEqual([
        placeOfSupply.slice(0, 2),
        !placeOfSupply.startsWith("27"),
        seller.gstin === null ? "bill_of_supply" : "tax_invoice",
      ]);
      const add = (document: IssuedInvoice | CreditNote, name: "invoice" | "credit_note") => {
        const sign = name === "invoice" ? 1 : -1;
        const [month, buyer] = [document.date.slice(0, 7), company ? "B2B" : "B2C"] as const;
        expect(document.company).toEqual(company);
        for (const line of document.lines) {
          const { unit, size } = packOf.get(line.name) ?? { unit: unitBeside(invoice, line), size: 0 };
          expect([line.cgst, interState ? line.cgst : line.igst]).toEqual([line.sgst, 0]);
          if (kind === "bill_of_supply") continue;
          const key = keyOf({ month, document: name, buyer, placeOfSupply, unit, hsn: line.hsn, rate: line.rate });
          const amounts = exact({ ...line, quantity: (line.quantity ?? 0) * size });
          summary.set(key, plus(summary.get(key) ?? nothing, amounts, sign));
        }
        const { total: value, ...taxes } = Object.fromEntries(
          names.map((amount) => [amount, sign * document.totals[amount] || 0]),
        ) as Omit<Sums, "quantity">;
        const { number, date } = document;
        const isListed = company && kind === "tax_invoice";
        const { gstin, name: title } = company ?? {};
        const row = isListed ? { gstin, name: title, document: name, number, date, value, ...taxes } : null;
        listed.push({ number, month, row });
      };
      add(invoice, "invoice");
      for (const note of invoice.creditNotes) add(note, "credit_note");
      // What is credited in full is of as many packs as were invoiced.
      const credited = invoice.creditNotes.reduce((sum, { total }) => sum + toPaise(total), 0);
      if (credited === toPaise(invoice.totals.total))
        for (const { name, quantity } of invoice.lines.filter((line) => line.quantity !== null))
          expect(
            invoice.creditNotes
              .flatMap(({ lines }) => lines)
              .reduce((sum, line) => sum + (line.name === name ? (line.quantity ?? 0) : 0), 0),
          ).toBe(quantity);
    }
  }
  return { summary, listed };
}

/** The series of some documents, with the first and the last number of each. */
function seriesOf(numbers: string[]) {
  const series = new Map<string, string[]>();
  for (const number of numbers) {
    const name = number.slice(0, number.lastIndexOf("/"));
    series.set(name, [...(series.get(name) ?? []), number]);
  }
  const sequence = (number = "") => Number(number.split("/")[2]);
  return [...series]
    .map(([name, all]) => {
      const [first, last] = [all.toSorted()[0], all.toSorted().at(-1)];
      // No number is missing.
      expect(all.length).toBe(sequence(last) - sequence(first) + 1);
      return { series: name.split("/")[0], from: first, to: last, issued: all.length, cancelled: 0 };
    })
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

const seen = { documents: 0, companies: 0, rows: 0, months: 0, refused: new Map<string, number>() };

async function property(ops: Op[], cut: [number, number]) {
  setShopTime(new Date(shopNow().getTime() + 40 * 24 * 3_600_000));
  const from = indiaDay(shopNow()).slice(0, 7);
  await setTax(GSTIN, "INV", [5, 5, 12, 18]);
  const orders: Order[] = [];
  for (const one of ops)
    await run(orders, one).catch((error) => {
      if (!(error instanceof AppError)) throw error;
      const what = `${one.op}: ${error.code}`;
      seen.refused.set(what, (seen.refused.get(what) ?? 0) + 1);
    });
  const to = indiaDay(shopNow()).slice(0, 7);
  const { summary, listed } = await documentsOf(orders);
  const issued = await sql`
    select number from invoices where order_id = any(${orders.map(({ id }) => id)}::int[]) order by id`;
  const inOrder = issued.map(({ number }) => listed.find((one) => one.number === number) as (typeof listed)[number]);
  expect(inOrder).toHaveLength(listed.length);

  // The whole time, and some months of it.
  const months = [...new Set([from, ...listed.map(({ month }) => month), to])].toSorted();
  const some = cut.map((at) => months[at % months.length] as string).toSorted();
  for (const [first = "", last = ""] of [[from, to], some]) {
    const isIn = (month: string) => first <= month && month <= last;
    const rows = await gstSummary(admin, { from: first, to: last });
    const expected = new Map([...summary].filter(([key]) => isIn(key.slice(0, 7))));
    expect(new Map(rows.map((row) => [keyOf(row), exact(row)]))).toEqual(expected);
    expect(rows).toHaveLength(expected.size);

    const documents = inOrder.filter(({ month }) => isIn(month));
    const companies = await companyDocuments(admin, { from: first, to: last });
    expect(companies).toEqual(documents.flatMap(({ row }) => row ?? []));
    const ofCompanies = companies.reduce(
      (sum, row) => plus(sum, exact({ ...row, total: row.value, quantity: 0 })),
      nothing,
    );
    const ofB2B = rows.reduce(
      (sum, row) => (row.buyer === "B2B" ? plus(sum, exact({ ...row, quantity: 0 })) : sum),
      nothing,
    );
    expect(ofB2B).toEqual(ofCompanies);

    const series = await documentSeries(admin, { from: first, to: last });
    expect(series.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
      seriesOf(documents.map(({ number }) => number)),
    );
    seen.documents += documents.length;
    seen.companies += companies.length;
    seen.rows += rows.length;
  }
  seen.months = Math.max(seen.months, months.length);
}

test("the reports come to what the documents say", { timeout: limit }, async () => {
  setShopTime(new Date("2027-01-05T05:00:00Z"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(op, { minLength: 70, maxLength: 110, size: "max" }),
      fc.tuple(fc.nat(30), fc.nat(30)),
      property,
    ),
    // A run is a year, of a second or two.
    { ...bounds, numRuns: Math.ceil(bounds.numRuns / 3), endOnFailure: true },
  );
  console.log("The return at random:", { ...seen, refused: Object.fromEntries(seen.refused) });
  expect(seen.companies).toBeGreaterThan(10);
});
