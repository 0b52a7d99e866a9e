import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
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

/**
 * What the documents of some months come to, for each month, kind of document, HSN code, rate, and within the state or not: invoices less
 * the credit notes of the month. Admins only. Amounts in rupees.
 */
export async function gstSummary(actor: Actor, { from, to }: { from: string; to: string }, db: Executor = readDb()) {
  assertAdmin(actor);
  const sign = sql`case when ${invoices.kind} = 'credit_note' then -1 else 1 end`;
  const sum = (column: (typeof invoiceLines)["taxable" | "cgst" | "sgst" | "igst" | "total" | "quantity"]) =>
    sql<number>`sum(${sign} * coalesce(${column}, 0))`.mapWith(Number);
  const month = sql<string>`to_char(${invoices.date}, 'YYYY-MM')`;
  const kind = sql<"tax_invoice" | "bill_of_supply">`coalesce(${credited.kind}, ${invoices.kind})`;
  const interState = sql<boolean>`(${invoices.content} ->> 'interState')::boolean`;
  const rows = await db
    .select({
      month,
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
    .where(and(gte(invoices.date, `${from}-01`), lte(sql`to_char(${invoices.date}, 'YYYY-MM')`, to)))
    .groupBy(month, kind, invoiceLines.hsn, invoiceLines.rate, interState)
    .orderBy(month, kind, invoiceLines.hsn, invoiceLines.rate, interState);
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
