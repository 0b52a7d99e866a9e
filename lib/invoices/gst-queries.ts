import { and, asc, between, eq, gte, isNull, lt, ne, or, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import type { Company } from "@/db/constants/orders";
import { invoiceLines, invoices, orderLines, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { lineName } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import type { TaxSettings } from "@/lib/settings/money-schema";
import { placeText, stateName } from "@/lib/settings/states";
import type { companyDocumentRow, documentSeriesRow, gstRow } from "./gst-responses";
import { amounts, documentNumber, rateOf } from "./rules";
import type { GstMonths } from "./schema";

export type GstRow = z.infer<typeof gstRow>;
export type DocumentSeries = z.infer<typeof documentSeriesRow>;
export type CompanyDocument = z.infer<typeof companyDocumentRow>;

const credited = alias(invoices, "credited");

/** The month after: "2026-12" is followed by "2027-01". */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

/** The months from one to another that have documents, each with the first and the last of them. */
function monthsWithDocuments({ from, to }: GstMonths, db: Executor) {
  const month = sql<string>`to_char(${invoices.date}, 'YYYY-MM')`;
  return db
    .select({ month, first: sql<number>`min(${invoices.id})`, last: sql<number>`max(${invoices.id})` })
    .from(invoices)
    .where(and(gte(invoices.date, `${from}-01`), lt(invoices.date, `${monthAfter(to)}-01`)))
    .groupBy(month)
    .orderBy(month);
}
type Month = Awaited<ReturnType<typeof monthsWithDocuments>>[number];

const isNote = sql<boolean>`${invoices.kind} = 'credit_note'`;
const company = sql<Company | null>`${invoices.content} -> 'company'`;
/** The sum of an amount, in which credit notes are negative. */
const signed = (amount: SQLWrapper, isNegative: SQLWrapper = isNote) =>
  sql<number>`sum(case when ${isNegative} then -1 else 1 end * ${amount})`.mapWith(Number);

/**
 * The tax invoices of a month and the credit notes for them. Ids grow as documents are issued, so those of a month lie together. Without
 * the first and the last id PostgreSQL would read the lines of all months.
 */
const isTaxedIn = ({ month, first, last }: Month) =>
  and(
    gte(invoices.date, `${month}-01`),
    lt(invoices.date, `${monthAfter(month)}-01`),
    between(invoices.id, first, last),
    ne(invoices.kind, "bill_of_supply"),
    or(isNull(credited.kind), eq(credited.kind, "tax_invoice")),
  );

/**
 * The documents of a month. The order makes PostgreSQL read the content of each once, not once for each line. `isOld`: some lines are from
 * before units were stored. Each document then has what its order sold, that of most value first.
 */
function documentsOf(month: Month, isOld: boolean, db: Executor) {
  const { orderId, price, quantity } = orderLines;
  const list = (column: SQLWrapper) => sql`array_agg(${column} order by ${price} * ${quantity} desc)`;
  const [names, codes, grams] = [list(lineName), list(sweets.hsn), list(orderLines.grams)];
  const sold = db
    .select({ names: names.as("names"), codes: codes.as("codes"), grams: grams.as("sold_grams") })
    .from(orderLines)
    .innerJoin(sweets, eq(sweets.id, orderLines.sweetId))
    .where(and(sql`${isOld}::boolean`, eq(orderId, invoices.orderId)))
    .as("sold");
  return db
    .select({
      id: invoices.id,
      isNote: isNote.as("is_note"),
      isB2B: sql<boolean>`${company} is not null`.as("is_b2b"),
      place: sql<string | null>`${invoices.content} #>> '{placeOfSupply,code}'`.as("place"),
      ...{ names: sold.names, codes: sold.codes, soldGrams: sold.grams },
    })
    .from(invoices)
    .leftJoin(credited, eq(credited.id, invoices.creditedId))
    .leftJoinLateral(sold, sql`true`)
    .where(isTaxedIn(month))
    .orderBy(invoices.id)
    .as("documents");
}

async function monthSummary(month: Month, db: Executor) {
  const withoutUnit = and(between(invoiceLines.invoiceId, month.first, month.last), isNull(invoiceLines.unit));
  const old = await db.select({ id: invoiceLines.invoiceId }).from(invoiceLines).where(withoutUnit).limit(1);
  const documents = documentsOf(month, old.length > 0, db);
  const { isNote, isB2B, place, names, codes, soldGrams } = documents;
  const { name, hsn, rate, quantity, unit, grams } = invoiceLines;
  // A line is found by its name. Delivery and gift wrap are found by their code: they are of what they go with.
  const at = sql`coalesce(array_position(${names}, ${name}), array_position(${codes}, ${hsn}), 1)`;
  const oldGrams = sql`case when ${unit} is null then (${soldGrams})[${at}] end`;
  // The planner estimates two groups for a boolean. For other expressions it estimates so many that it would sort all lines.
  const isWeight = sql<boolean>`coalesce(${unit} = 'KGS', ${oldGrams} is not null)`;
  const rows = await db
    .select({
      ...{ isNote, isB2B, place, hsn, isWeight, rate },
      // Grams where the unit is a weight.
      quantity: signed(sql`coalesce(${quantity}, 0) * coalesce(${grams}, ${oldGrams}, 1)::bigint`, isNote),
      ...amounts((name) => signed(invoiceLines[name], isNote)),
    })
    .from(documents)
    .innerJoin(invoiceLines, eq(invoiceLines.invoiceId, documents.id))
    .groupBy(isNote, isB2B, place, hsn, isWeight, rate);
  // Sorts here, because PostgreSQL would sort all lines before it groups them.
  const key = (row: (typeof rows)[number]) =>
    [row.isNote, !row.isB2B, row.place, row.hsn, !row.isWeight, String(row.rate).padStart(5, "0")].join(" ");
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1)).map((row) => ({ month: month.month, ...row }));
}

const documentOf = ({ isNote }: { isNote: boolean }) => (isNote ? "credit_note" : "invoice");

/** Reads each month with documents in a statement of its own, so that many months keep within the time of a statement. */
async function readMonths<Row>(
  months: GstMonths,
  read: (month: Month, db: Executor) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const month of await readReport((db) => monthsWithDocuments(months, db)))
    rows.push(...(await readReport((db) => read(month, db))));
  return rows;
}

/**
 * The sums of tax invoices and credit notes, as the return asks for them: by month, document, buyer, place of supply, HSN code, unit and rate.
 * Amounts are in rupees and rates in percent. Credit notes are negative. Bills of supply are left out.
 */
export async function gstSummary(_actor: May<"invoices:read">, months: GstMonths): Promise<GstRow[]> {
  const rows = await readMonths(months, monthSummary);
  return rows.map(({ place, isWeight, ...row }) => ({
    month: row.month,
    document: documentOf(row),
    buyer: row.isB2B ? "B2B" : "B2C",
    placeOfSupply: place && placeText({ code: place, name: stateName(place) }),
    hsn: row.hsn,
    unit: isWeight ? "KGS" : "NOS",
    quantity: isWeight ? row.quantity / 1000 : row.quantity,
    rate: row.rate / 100,
    ...amounts((name) => toRupees(row[name])),
  }));
}

/** The first and the last number of each series in some months, and how many were issued. None is ever cancelled or missing. */
export async function documentSeries(_actor: May<"invoices:read">, { from, to }: GstMonths): Promise<DocumentSeries[]> {
  const rows = await readReport((db) =>
    db
      .select({
        series: invoices.prefix,
        year: invoices.year,
        first: sql<number>`min(${invoices.sequence})`,
        last: sql<number>`max(${invoices.sequence})`,
        issued: sql<number>`count(*)::int`,
      })
      .from(invoices)
      .where(and(gte(invoices.date, `${from}-01`), lt(invoices.date, `${monthAfter(to)}-01`)))
      .groupBy(invoices.prefix, invoices.year)
      .orderBy(asc(invoices.year), asc(invoices.prefix)),
  );
  return rows.map(({ series, year, first, last, issued }) => ({
    series,
    from: documentNumber(series, year, first),
    to: documentNumber(series, year, last),
    issued,
    cancelled: 0,
  }));
}

/** The tax invoices for companies in some months, and the credit notes for them, in the order in which they were issued. */
export async function companyDocuments(_actor: May<"invoices:read">, months: GstMonths): Promise<CompanyDocument[]> {
  const rows = await readMonths(months, (month, db) =>
    db
      .select({
        ...{ company, isNote, number: invoices.number, date: invoices.date },
        ...amounts((name) => signed(invoiceLines[name])),
      })
      .from(invoices)
      .innerJoin(invoiceLines, eq(invoiceLines.invoiceId, invoices.id))
      .leftJoin(credited, eq(credited.id, invoices.creditedId))
      .where(and(isTaxedIn(month), sql`${company} is not null`))
      .groupBy(invoices.id)
      .orderBy(asc(invoices.id)),
  );
  return rows.map(({ company, number, date, ...row }) => {
    const { total: value, ...taxes } = amounts((name) => toRupees(row[name]));
    const { gstin = "", name = "" } = company ?? {};
    return { gstin, name, document: documentOf(row), number, date, value, ...taxes };
  });
}

/** The codes of sweets on sale that have no rate today, each with its sweets: they are invoiced without tax. */
export async function sweetsWithoutRate(_actor: May<"settings:read">, rates: TaxSettings["rates"]) {
  const codes = await readDb()
    .select({ hsn: sweets.hsn, names: sql<string[]>`array_agg(${sweets.name} order by ${sweets.name})` })
    .from(sweets)
    .where(isNull(sweets.deletedAt))
    .groupBy(sweets.hsn)
    .orderBy(asc(sweets.hsn));
  const today = indiaDay(shopNow());
  return codes.filter(({ hsn }) => rateOf(rates, hsn, today) === null);
}
