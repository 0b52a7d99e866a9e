import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import {
  invoiceLines,
  invoiceSeries,
  invoices,
  orderLines,
  orderStatusHistory,
  orders,
  sweets,
  users,
} from "@/db/schema";
import { run, together } from "@/db/transaction";
import { lineName } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import type { LockedOrder } from "@/lib/order-access";
import { BILL_PREFIX, CREDIT_PREFIX } from "@/lib/settings/constants";
import type { SettingValues } from "@/lib/settings/schema";
import { type Content, contentOf } from "./content";
import { creditLinesOf, type DocumentLine, invoiceLinesOf, leftOf } from "./lines";
import { amounts, creditedRefunds, documentNumber, financialYear, rateOf } from "./rules";

/*
 * Issuing happens in the transaction of what it belongs to, which has locked the order: a change of its status, a sale over the counter,
 * a refund. The row of the series is the last lock.
 */

type Document = Omit<typeof invoices.$inferInsert, "id" | "year" | "sequence" | "number" | "total" | "issuedAt">;

/**
 * The next number of a series in a financial year. Until the transaction ends no other one gets a number of this series, and a transaction
 * that is undone takes its number back: none is ever missing.
 */
async function nextNumber(tx: Executor, prefix: string, year: string): Promise<number> {
  const [series] = await run(
    tx
      .insert(invoiceSeries)
      .values({ prefix, year, last: 1 })
      .onConflictDoUpdate({
        target: [invoiceSeries.prefix, invoiceSeries.year],
        set: { last: sql`${invoiceSeries.last} + 1` },
      })
      .returning({ last: invoiceSeries.last }),
  );
  if (!series) throw new Error(`the series ${prefix} of ${year} gave no number`);
  return series.last;
}

async function issue(tx: Executor, document: Document, lines: (DocumentLine & { position: number })[]): Promise<void> {
  const year = financialYear(document.date);
  const sequence = await nextNumber(tx, document.prefix, year);
  const number = documentNumber(document.prefix, year, sequence);
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const issued = tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.number, number));
  await together(
    tx.insert(invoices).values({ ...document, year, sequence, number, total }),
    tx.insert(invoiceLines).values(lines.map((line) => ({ ...line, invoiceId: sql`(${issued})` }))),
  );
}

/** The order's latest invoice and whether the order was cancelled since. */
const selectLastInvoice = (tx: Executor, orderId: number) =>
  tx
    .select({
      id: invoices.id,
      content: sql<Content>`${invoices.content}`,
      buyerName: invoices.buyerName,
      buyerAddress: invoices.buyerAddress,
      // In a select from one table Drizzle writes columns without their table.
      left: sql<number>`${invoices.total} - coalesce((
        select sum(n.total) from ${invoices} n where n.credited_id = ${invoices}.id), 0)`.mapWith(Number),
      cancelledSince: sql<boolean>`exists (
        select 1 from ${orderStatusHistory} h where h.order_id = ${orderId} and h.to_status = 'Cancelled'
          and h.id > (${invoices}.content ->> 'statusChange')::bigint)`,
    })
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), sql`${invoices.kind} <> 'credit_note'`))
    .orderBy(sql`${invoices.id} desc`)
    .limit(1);

/** What an invoice says of an order. */
const selectOrder = (tx: Executor, orderId: number) =>
  tx
    .select({
      ...getTableColumns(orders),
      // Whoever buys over the counter by the API names no recipient; who buys at the till is known only when staff have entered it.
      // For a company whose goods go to others: the recipient.
      buyerName: sql<string | null>`coalesce(
        case when ${orders}.company ->> 'deliveredTo' = 'others' then ${orders}.recipient_name end,
        ${orders}.customer_name, ${orders}.recipient_name, (
        select u.name from ${users} u where u.id = ${orders}.user_id and ${orders}.channel = 'counter' and u.role = 'customer'))`,
      statusChange: sql<number>`(
        select max(h.id) from ${orderStatusHistory} h where h.order_id = ${orders}.id)`.mapWith(Number),
      lines: sql<{ name: string; hsn: string; grams: number | null; quantity: number; price: number }[]>`(
        select json_agg(json_build_object(
          'name', ${lineName}, 'hsn', s.hsn, 'grams', ${orderLines}.grams, 'quantity', ${orderLines}.quantity, 'price', ${orderLines}.price)
          order by ${orderLines}.id)
        from ${orderLines} join ${sweets} s on s.id = ${orderLines}.sweet_id where ${orderLines}.order_id = ${orders}.id)`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));

/**
 * Issues the invoice of an order that is shipped, completed or sold over the counter: a tax invoice while the shop has a GSTIN, else a bill
 * of supply. Nothing happens when the order has one, unless the order was cancelled since and the invoice credited with it. Refunds from
 * before the first invoice are credited with it.
 * @param facts the settings as this transaction has locked them, since a document is kept as it was issued
 */
export async function issueInvoice(tx: Executor, orderId: number, facts: SettingValues): Promise<void> {
  const [[last], [order]] = await together(selectLastInvoice(tx, orderId), selectOrder(tx, orderId));
  if (last && (last.left > 0 || !last.cancelledSince)) return;
  if (!order) throw new Error(`there is no order ${orderId} to invoice`);
  const date = indiaDay(shopNow());
  const content = contentOf(order, facts);
  const { gstin, prefix, rates } = facts.tax;
  const lines = invoiceLinesOf(
    {
      sweets: order.lines.map((line) => ({
        ...line,
        rate: gstin === null ? 0 : (rateOf(rates, line.hsn, date) ?? 0),
      })),
      delivery: order.deliveryFee,
      giftWrap:
        order.total - order.deliveryFee - order.lines.reduce((sum, line) => sum + line.quantity * line.price, 0),
    },
    content.interState,
  );
  await issue(
    tx,
    {
      kind: gstin === null ? "bill_of_supply" : "tax_invoice",
      prefix: gstin === null ? BILL_PREFIX : prefix,
      orderId,
      creditedId: null,
      date,
      content,
      buyerName: order.buyerName,
      buyerAddress: order.deliveryAddress,
      reason: null,
    },
    lines.map((line, at) => ({ ...line, position: at + 1 })),
  );
  // What was refunded before, such as a box that ran out, is not charged: documents and payments come to the same.
  if (!last)
    await creditInvoice(tx, orderId, {
      amount: creditedRefunds({ ...order, refunded: refundsWithNotes(order) }),
      reason: "Refunded before the invoice",
    });
}

/** The refunds for which credit notes were issued, in paise: also those that have failed since. */
const refundsWithNotes = ({ refunded, refundPending, creditedAhead }: RefundSums) =>
  refunded + refundPending + creditedAhead;
type RefundSums = Pick<LockedOrder, "refunded" | "refundPending" | "creditedAhead">;

/**
 * Issues a credit note for the refunds of an order that have none yet, as soon as they are asked for. A refund that is tried again after a
 * failure has its note already. The order is locked; its sums are those after the refund.
 */
export async function creditRefunds(tx: Executor, order: LockedOrder, reason: string): Promise<void> {
  if (order.creditedAhead >= 0) return;
  const credited = (refunded: number) => creditedRefunds({ ...order, refunded });
  const amount = credited(order.refunded + order.refundPending) - credited(refundsWithNotes(order));
  await creditInvoice(tx, order.id, { amount, reason });
  await run(tx.update(orders).set({ creditedAhead: 0 }).where(eq(orders.id, order.id)));
}

/**
 * Issues a credit note over an amount in paise of the order's invoice, over all that is left of it when there is no amount; never over
 * more than that. Nothing happens when nothing was invoiced or nothing is left.
 */
export async function creditInvoice(
  tx: Executor,
  orderId: number,
  { amount, reason }: { amount: number | null; reason: string },
): Promise<void> {
  if (amount !== null && amount <= 0) return;
  const [last] = await run(selectLastInvoice(tx, orderId));
  if (!last || last.left <= 0) return;
  const [lines, credited] = await together(
    tx.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, last.id)).orderBy(invoiceLines.position),
    tx
      .select({ position: invoiceLines.position, ...amounts((name) => invoiceLines[name]) })
      .from(invoiceLines)
      .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
      .where(eq(invoices.creditedId, last.id)),
  );
  const noted = creditLinesOf(leftOf(lines, credited), amount ?? last.left);
  if (noted.length === 0) return;
  await issue(
    tx,
    {
      kind: "credit_note",
      prefix: CREDIT_PREFIX,
      orderId,
      creditedId: last.id,
      date: indiaDay(shopNow()),
      content: last.content,
      buyerName: last.buyerName,
      buyerAddress: last.buyerAddress,
      reason,
    },
    noted,
  );
}
