import type postgres from "postgres";
import type { Counted } from "./large";

/** What documents say of the shop: the default settings, which have no GSTIN, so that its documents are bills of supply without tax. */
const seller = {
  legalName: "Mithaas Sweets Private Limited",
  address: "12 Sweet Street, Dadar West, Mumbai, Maharashtra 400028",
  state: { code: "27", name: "Maharashtra" },
  gstin: null,
  fssai: "10012022000123",
  phone: "+91 22 5550 1985",
  email: "hello@mithaas.example",
};

/**
 * Bills of supply of the new orders that were shipped, numbered without a gap in each financial year, and credit notes over those
 * that were paid back. Gift wrap and delivery are listed with the code of the first sweet.
 */
export async function makeInvoices(tx: postgres.TransactionSql, counted: Counted) {
  await tx`
    create temporary table billed on commit drop as
    select d.*, case when to_char(date, 'MM') < '04' then to_char(date - interval '1 year', 'YY-') || to_char(date, 'YY')
                     else to_char(date, 'YY-') || to_char(date + interval '1 year', 'YY') end as year
    from (
      select o.id as order_id, h.id as change, h.at, kolkata_day(h.at) as date, o.total, coalesce(o.area_kind = 'courier', false) as elsewhere,
        o.refunded > 0 as returned
      from placed p join orders o on o.id = p.id
      join order_status_history h on h.order_id = o.id and h.to_status = 'Shipped'
    ) d`;
  await counted(
    "invoices and credit notes",
    tx`
    with document as (
      -- Ids follow the time of issue over both kinds, as in a shop that sells; a credit note comes directly after its bill.
      select b.*, d.*, (row_number() over (order by b.at, b.order_id, d.kind) + (select coalesce(max(id), 0) from invoices))::int as id
      from billed b cross join (values ('bill_of_supply', 'BOS', null), ('credit_note', 'CRN', 'Returned')) as d (kind, prefix, reason)
      where d.kind = 'bill_of_supply' or b.returned
    ), numbered as (
      select d.*, min(d.id) over (partition by order_id) as bill,
        coalesce(s.last, 0) + (row_number() over (partition by d.prefix, d.year order by d.id))::int as sequence
      from document d left join invoice_series s on s.prefix = d.prefix and s.year = d.year
    )
    insert into invoices (id, kind, prefix, year, sequence, number, order_id, credited_id, date, issued_at, content, buyer_name, buyer_address, reason, total)
    overriding system value
    select d.id, kind, prefix, year, sequence, prefix || '/' || year || '/' || lpad(sequence::text, 6, '0'), order_id,
      case when kind = 'credit_note' then bill end, date, at,
      jsonb_build_object('seller', ${tx.json(seller)}::jsonb, 'order', jsonb_build_object('id', o.id, 'date', kolkata_day(o.created_at),
        'channel', o.channel, 'method', o.method), 'placeOfSupply', case when elsewhere then '{"code": "29", "name": "Karnataka"}'::jsonb
        else '{"code": "27", "name": "Maharashtra"}' end, 'interState', elsewhere, 'statusChange', change),
      o.recipient_name, o.delivery_address, reason, d.total
    from numbered d join orders o on o.id = d.order_id order by d.id`,
  );
  await tx`select setval(pg_get_serial_sequence('invoices', 'id'), (select max(id) from invoices))`;
  await counted(
    "invoice lines",
    tx`
    with sold as (
      select b.order_id, l.id, l.name || ', ' || l.pack_label as name, s.hsn, l.quantity, l.quantity * l.price as total
      from billed b join order_lines l on l.order_id = b.order_id join sweets s on s.id = l.sweet_id
    ), first as (
      select distinct on (order_id) order_id, hsn from sold order by order_id, id
    ), line as (
      select 1 as kind, * from sold
      union all
      select 2, f.order_id, 0, 'Gift wrap', f.hsn, null, 5000 from first f join orders o on o.id = f.order_id where o.gift_wrap
      union all
      select 3, f.order_id, 0, 'Delivery', f.hsn, null, o.delivery_fee from first f join orders o on o.id = f.order_id where o.delivery_fee > 0
    )
    insert into invoice_lines (invoice_id, position, name, hsn, quantity, rate, taxable, cgst, sgst, igst, total)
    select i.id, row_number() over (partition by i.id order by l.kind, l.id), l.name, l.hsn, l.quantity, 0, l.total, 0, 0, 0, l.total
    from line l join invoices i on i.order_id = l.order_id`,
  );
  await tx`
    insert into invoice_series as s (prefix, year, last) select prefix, year, max(sequence) from invoices group by 1, 2
    on conflict (prefix, year) do update set last = excluded.last`;
}
