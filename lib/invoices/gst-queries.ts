import { and, asc, between, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { invoiceLines, invoices, sweets } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { toRupees } from "@/lib/money";
import type { TaxSettings } from "@/lib/settings/money-schema";
import { rateOf } from "./rules";

const credited = alias(invoices, "credited");

/** The month after: "2026-12" is followed by "2027-01". */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

/** The first and the last document of some months, and the first and the last month that has any; null when there are none. */
async function boundsOf({ from, to }: { from: string; to: string }, db: Executor) {
  const [bounds] = await db
    .select({
      // Of the sums, so that they are looked for by the day and not among all numbers.
      first: sql<number | null>`min(${invoices.id} + 0)`,
      last: sql<number | null>`max(${invoices.id} + 0)`,
      from: sql<string | null>`to_char(min(${invoices.date}), 'YYYY-MM')`,
      to: sql<string | null>`to_char(max(${invoices.date}), 'YYYY-MM')`,
    })
    .from(invoices)
    .where(and(gte(invoices.date, `${from}-01`), lt(invoices.date, `${monthAfter(to)}-01`)));
  const { first, last, from: begin, to: end } = bounds ?? {};
  return first && last && begin && end ? { first, last, from: begin, to: end } : null;
}

async function monthSummary(month: string, db: Executor) {
  const bounds = await boundsOf({ from: month, to: month }, db);
  if (!bounds) return [];
  const sign = sql`case when ${invoices.kind} = 'credit_note' then -1 else 1 end`;
  const sum = (column: (typeof invoiceLines)["taxable" | "cgst" | "sgst" | "igst" | "total" | "quantity"]) =>
    sql<number>`sum(${sign} * coalesce(${column}, 0))`.mapWith(Number);
  const kind = sql<"tax_invoice" | "bill_of_supply">`coalesce(${credited.kind}, ${invoices.kind})`;
  const interState = sql<boolean>`(${invoices.content} ->> 'interState')::boolean`;
  const rows = await db
    .select({
      kind,
      hsn: invoiceLines.hsn,
      rate: invoiceLines.rate,
      interState,
      quantity: sum(invoiceLines.quantity),
      taxable: sum(invoiceLines.taxable),
      cgst: sum(invoiceLines.cgst),
      sgst: sum(invoiceLines.sgst),
      igst: sum(invoiceLines.igst),
      total: sum(invoiceLines.total),
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
        between(invoiceLines.invoiceId, bounds.first, bounds.last),
      ),
    )
    .groupBy(kind, invoiceLines.hsn, invoiceLines.rate, interState)
    .orderBy(kind, invoiceLines.hsn, invoiceLines.rate, interState);
  return rows.map((row) => ({ month, ...row }));
}

/**
 * What the documents of some months come to, for each month, kind of document, HSN code, rate, and within the state or not:
 * invoices less the credit notes of the month. Admins only. Amounts in rupees. Each month is a statement of its own, so that many
 * months take no longer than a statement may.
 */
export async function gstSummary(actor: Actor, { from, to }: { from: string; to: string }, db: Executor = readDb()) {
  assertAdmin(actor);
  const bounds = await boundsOf({ from, to }, db);
  const rows: Awaited<ReturnType<typeof monthSummary>> = [];
  if (bounds)
    for (let month = bounds.from; month <= bounds.to; month = monthAfter(month))
      rows.push(...(await monthSummary(month, db)));
  return rows.map(({ rate, taxable, cgst, sgst, igst, total, ...row }) => ({
    ...row,
    rate: rate / 100,
    taxable: toRupees(taxable),
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    igst: toRupees(igst),
    total: toRupees(total),
  }));
}

/** The codes of sweets on sale that have no rate today, each with its sweets: they are invoiced without tax. Admins only. */
export async function sweetsWithoutRate(
  actor: Actor,
  rates: TaxSettings["rates"],
  db: Executor = readDb(),
): Promise<{ hsn: string; names: string[] }[]> {
  assertAdmin(actor);
  const codes = await db
    .select({ hsn: sweets.hsn, names: sql<string[]>`array_agg(${sweets.name} order by ${sweets.name})` })
    .from(sweets)
    .where(isNull(sweets.deletedAt))
    .groupBy(sweets.hsn)
    .orderBy(asc(sweets.hsn));
  const today = indiaDay(shopNow());
  return codes.filter(({ hsn }) => rateOf(rates, hsn, today) === null);
}
