import { and, asc, between, desc, eq, gte, isNull, lt, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import type { UnitCode } from "@/db/constants/invoices";
import type { Company } from "@/db/constants/orders";
import { invoiceLines, invoices, orderLines, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { lineName } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import type { TaxSettings } from "@/lib/settings/money-schema";
import type { companyDocumentRow, documentSeriesRow, gstRow } from "./gst-responses";
import { amounts, documentNumber, rateOf } from "./rules";
import type { GstMonths } from "./schema";
import type { Invoice } from "./serializers";
import { placeText } from "./states";

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

// Neither has parameters, so that a select can be grouped by what is made of them.
const isNote = sql`${invoices.kind} = 'credit_note'`;
const document = sql<"invoice" | "credit_note">`case when ${isNote} then 'credit_note' else 'invoice' end`;
const signed = (amount: SQLWrapper) =>
  sql<number>`sum(case when ${isNote} then -1 else 1 end * ${amount})`.mapWith(Number);
const company = sql<Company | null>`${invoices.content} -> 'company'`;

/**
 * The tax invoices of a month and the credit notes for them. Documents are numbered as they are issued, so that those of a month lie together:
 * without their first and last id all lines there are would be read.
 */
const isTaxedIn = ({ month, first, last }: Month) =>
  and(
    gte(invoices.date, `${month}-01`),
    lt(invoices.date, `${monthAfter(month)}-01`),
    between(invoices.id, first, last),
    sql`coalesce(${credited.kind}, ${invoices.kind}) = 'tax_invoice'`,
  );

/** What a line from before units were stored is of: the order's line of its name, else that of most value with its code. */
const soldWith = (db: Executor) =>
  db
    .select({ grams: orderLines.grams })
    .from(orderLines)
    .innerJoin(sweets, eq(sweets.id, orderLines.sweetId))
    .where(and(isNull(invoiceLines.unit), eq(orderLines.orderId, invoices.orderId)))
    .orderBy(
      sql`${lineName} = ${invoiceLines.name} desc, ${sweets.hsn} = ${invoiceLines.hsn} desc, ${orderLines.price} * ${orderLines.quantity} desc`,
    )
    .limit(1)
    .as("sold_with");

async function monthSummary(month: Month, db: Executor) {
  const sold = soldWith(db);
  const buyer = sql<"B2B" | "B2C">`case when ${company} is null then 'B2C' else 'B2B' end`;
  const place = sql<Invoice["placeOfSupply"]>`nullif(${invoices.content} -> 'placeOfSupply', 'null')`;
  const unit = sql<UnitCode>`coalesce(${invoiceLines.unit}, case when ${sold.grams} is null then 'NOS' else 'KGS' end)`;
  const { hsn, rate } = invoiceLines;
  const groups = [document, buyer, place, hsn, unit, rate];
  const rows = await db
    .select({
      ...{ document, buyer, place, hsn, unit, rate },
      // Grams where the unit is a weight.
      quantity: signed(
        sql`coalesce(${invoiceLines.quantity}, 0) * coalesce(${invoiceLines.grams}, ${sold.grams}, 1)::bigint`,
      ),
      ...amounts((name) => signed(invoiceLines[name])),
    })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .leftJoin(credited, eq(credited.id, invoices.creditedId))
    .leftJoinLateral(sold, sql`true`)
    .where(isTaxedIn(month))
    .groupBy(...groups)
    .orderBy(desc(document), ...groups.slice(1));
  return rows.map((row) => ({ month: month.month, ...row }));
}

/** What `read` gives of each month with documents. Each is a statement of its own: many months take no longer than a statement may. */
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
 * What the tax invoices and credit notes of some months come to, as the return asks for it: for each month, kind of document, kind of buyer,
 * place of supply, HSN code, unit and rate. Rupees and percent; credit notes are negative. Bills of supply are left out.
 */
export async function gstSummary(_actor: May<"invoices:read">, months: GstMonths): Promise<GstRow[]> {
  const rows = await readMonths(months, monthSummary);
  return rows.map(({ place, quantity, rate, ...row }) => ({
    month: row.month,
    document: row.document,
    buyer: row.buyer,
    placeOfSupply: place && placeText(place),
    hsn: row.hsn,
    unit: row.unit,
    quantity: row.unit === "KGS" ? quantity / 1000 : quantity,
    rate: rate / 100,
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
        ...{ company, document, number: invoices.number, date: invoices.date },
        ...amounts((name) => signed(invoiceLines[name])),
      })
      .from(invoices)
      .innerJoin(invoiceLines, eq(invoiceLines.invoiceId, invoices.id))
      .leftJoin(credited, eq(credited.id, invoices.creditedId))
      .where(and(isTaxedIn(month), sql`${company} is not null`))
      .groupBy(invoices.id)
      .orderBy(asc(invoices.id)),
  );
  return rows.map(({ company, document, number, date, ...row }) => {
    const { total: value, ...taxes } = amounts((name) => toRupees(row[name]));
    return { gstin: company?.gstin ?? "", name: company?.name ?? "", document, number, date, value, ...taxes };
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
