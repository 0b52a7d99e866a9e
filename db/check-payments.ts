import { withConnection } from "./connection";

type OrderSums = { id: number; stored: string; ledger: string };
type Document = { number: string; total: number; lines: number; credited: number };
type Series = { prefix: string; year: string; last: number; documents: number; first: number; newest: number };

/** What an order stores of its payments, as text, in paise. */
const STATES = "received %s, refunded %s, on its way back %s, claimed %s, %s";

/**
 * Compares what orders store of their payments with the ledger, the totals of invoices and credit notes with their lines, what was
 * credited with what was invoiced, and the series of numbers with what was issued. Gives a line for each difference, and how many
 * entries and documents there are. Amounts are in paise.
 */
export async function checkPayments(
  url: string,
  timeoutMs = 0,
): Promise<{ differences: string[]; payments: number; documents: number }> {
  const connection = { application_name: "mithaas check", statement_timeout: String(timeoutMs) };
  return withConnection({ url, connection }, async (sql) => {
    // One snapshot: payments that go on meanwhile cannot look like a difference.
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      const orders = await tx<OrderSums[]>`
        select * from (
          select o.id, format(${STATES}, o.received, o.refunded, o.refund_pending, o.claimed, o.payment_state) as stored,
                 format(${STATES}, s.received, s.refunded, s.pending, s.claimed,
                        payment_state(o.total, s.received, s.refunded, s.claimed)) as ledger
          from orders o left join (
            select order_id, sum(amount) filter (where state = 'received') as received,
                   sum(amount) filter (where state = 'refunded') as refunded, sum(amount) filter (where state = 'claimed') as claimed,
                   sum(amount) filter (where state = 'refund_pending') as pending
            from payments group by order_id
          ) p on p.order_id = o.id
          cross join lateral (
            select coalesce(p.received, 0)::bigint as received, coalesce(p.refunded, 0)::bigint as refunded,
                   coalesce(p.claimed, 0)::bigint as claimed, coalesce(p.pending, 0)::bigint as pending
          ) s
        ) both_sums where stored <> ledger order by id`;
      // Before the gateway has answered there may be no credit note yet; after a refund has failed there is one for money that is still here.
      const ahead = await tx<{ line: string }[]>`
        select format('Order %s: credited ahead %s, refunds without an answer %s, failed %s', o.id, credited_ahead, unanswered, failed) as line
        from orders o cross join lateral (
          select coalesce(sum(amount) filter (where state = 'refund_pending' and reference is null), 0) as unanswered,
                 coalesce(sum(amount) filter (where state = 'refund_failed'), 0) as failed
          from payments p where p.order_id = o.id
        ) s where credited_ahead <> 0 and credited_ahead not between -unanswered and failed order by o.id`;
      const documents = await tx<Document[]>`
        select * from (
          select i.number, i.total::float8 as total, coalesce(l.total, 0)::float8 as lines, coalesce(n.total, 0)::float8 as credited
          from invoices i
          left join (select invoice_id, sum(total) as total from invoice_lines group by invoice_id) l on l.invoice_id = i.id
          left join (select credited_id, sum(total) as total from invoices group by credited_id) n on n.credited_id = i.id
        ) sums where total <> lines or credited > total order by number`;
      const series = await tx<Series[]>`
        select prefix, year, coalesce(s.last, 0) as last, coalesce(i.documents, 0)::int as documents, coalesce(i.first, 0) as first,
               coalesce(i.newest, 0) as newest
        from invoice_series s full join (
          select prefix, year, count(*) as documents, min(sequence) as first, max(sequence) as newest from invoices group by 1, 2
        ) i using (prefix, year)
        where s.last is distinct from i.newest or i.documents <> i.newest or i.first <> 1 order by prefix, year`;
      const [counted] = await tx<{ payments: number; documents: number }[]>`
        select (select count(*)::int from payments) as payments, (select count(*)::int from invoices) as documents`;
      return {
        differences: [
          ...orders.map(({ id, stored, ledger }) => `Order ${id}: ${stored}; its payments: ${ledger}`),
          ...ahead.map(({ line }) => line),
          ...documents.map(({ number, total, lines, credited }) =>
            total === lines
              ? `Document ${number}: total ${total}, credited ${credited}`
              : `Document ${number}: total ${total}, sum of its lines ${lines}`,
          ),
          ...series.map(
            ({ prefix, year, last, documents, first, newest }) =>
              `Series ${prefix}/${year}: last number ${last}, ${documents} documents from ${first} to ${newest}`,
          ),
        ],
        payments: counted?.payments ?? 0,
        documents: counted?.documents ?? 0,
      };
    });
  });
}
