import { and, asc, between, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { invoiceLines, invoices, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import type { TaxSettings } from "@/lib/settings/money-schema";
import { amounts, rateOf } from "./rules";

const credited = alias(invoices, "credited");

/** The month after: "2026-12" is followed by "2027-01". */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

/** The months from one to another that have documents, each with the first and the last of them. */
function monthsWithDocuments({ from, to }: { from: string; to: string }, db: Executor) {
  const month = sql<string>`to_char(${invoices.date}, 'YYYY-MM')`;
  return db
    .select({ month, first: sql<number>`min(${invoices.id})`, last: sql<number>`max(${invoices.id})` })
    .from(invoices)
    .where(and(gte(invoices.date, `${from}-01`), lt(invoices.date, `${monthAfter(to)}-01`)))
    .groupBy(month)
    .orderBy(month);
}
type Month = Awaited<ReturnType<typeof monthsWithDocuments>>[number];

async function monthSummary({ month, first, last }: Month, db: Executor) {
  const sign = sql`case when ${invoices.kind} = 'credit_note' then -1 else 1 end`;
  const sum = (column: AnyPgColumn) => sql<number>`sum(${sign} * coalesce(${column}, 0))`.mapWith(Number);
  const kind = sql<"tax_invoice" | "bill_of_supply">`coalesce(${credited.kind}, ${invoices.kind})`;
  const interState = sql<boolean>`(${invoices.content} ->> 'interState')::boolean`;
  const rows = await db
    .select({
      kind,
      hsn: invoiceLines.hsn,
      rate: invoiceLines.rate,
      interState,
      quantity: sum(invoiceLines.quantity),
      ...amounts((name) => sum(invoiceLines[name])),
    })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .leftJoin(credited, eq(credited.id, invoices.creditedId))
    .where(
      and(
        gte(invoices.date, `${month}-01`),
        lt(invoices.date, `${monthAfter(month)}-01`),
        // Documents are numbered as they are issued, so that the lines of a month lie together: without this all lines there are
        // would be read.
        between(invoiceLines.invoiceId, first, last),
      ),
    )
    .groupBy(kind, invoiceLines.hsn, invoiceLines.rate, interState)
    .orderBy(kind, invoiceLines.hsn, invoiceLines.rate, interState);
  return rows.map((row) => ({ month, ...row }));
}

/**
 * What the documents of some months come to, for each month, kind of document, HSN code, rate, and within the state or not:
 * invoices less the credit notes of the month. Amounts in rupees. Each month is a statement of its own, so that many
 * months take no longer than a statement may.
 */
export async function gstSummary(_actor: May<"invoices:read">, { from, to }: { from: string; to: string }) {
  const rows: Awaited<ReturnType<typeof monthSummary>> = [];
  for (const month of await readReport((db) => monthsWithDocuments({ from, to }, db)))
    rows.push(...(await readReport((db) => monthSummary(month, db))));
  return rows.map((row) => ({ ...row, rate: row.rate / 100, ...amounts((name) => toRupees(row[name])) }));
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
