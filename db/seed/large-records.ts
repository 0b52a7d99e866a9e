import type postgres from "postgres";
import { retention } from "../../lib/privacy/constants";

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
export async function makeInvoices(tx: postgres.TransactionSql) {
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
  await tx`
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
    from numbered d join orders o on o.id = d.order_id order by d.id`;
  await tx`select setval(pg_get_serial_sequence('invoices', 'id'), (select max(id) from invoices))`;
  await tx`
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
    from line l join invoices i on i.order_id = l.order_id`;
  await tx`
    insert into invoice_series as s (prefix, year, last) select prefix, year, max(sequence) from invoices group by 1, 2
    on conflict (prefix, year) do update set last = excluded.last`;
}

/**
 * What a shop has beside its orders, as much of each as a day or the time for which it is stored brings: messages, sessions, carts,
 * keys and enquiries.
 */
export async function makeRecords(tx: postgres.TransactionSql) {
  await tx`
    insert into messages (kind, event, order_id, payment_id, state, attempts, created_at, next_attempt_at, at)
    select kind, kind || ':' || key, order_id, payment_id, case when waits then 'waiting' when order_id % 997 = 0 then 'failed' else 'sent' end,
           case when waits then 0 else 1 end, at, at, at
    from (
      select *, at > now() - interval '10 minutes' as waits from (
        select k.kind, case when h.to_status = 'Pending' then h.order_id else h.id end as key, h.order_id, null::int as payment_id, h.at
        from placed p join order_status_history h on h.order_id = p.id
        join (values ('Pending', 'order_received'), ('Pending', 'new_order'), ('Shipped', 'order_shipped'), ('Completed', 'order_completed'),
                     ('Cancelled', 'order_cancelled')) k(status, kind) on k.status = h.to_status
        union all
        select case y.state when 'claimed' then 'upi_claimed' when 'received' then 'payment_received' else 'refund' end, y.id, y.order_id, y.id, y.at
        from placed p join payments y on y.order_id = p.id
      ) e where at between now() - ${retention.messageDays}::int * interval '1 day' and now()
    ) m order by at, kind`;
  await tx`
    insert into sessions (token_hash, user_id, kind, user_agent, created_at, last_seen_at, expires_at)
    select md5('large ' || b.id) || md5(b.id || ' large'), b.id, 'browser', 'Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile', d.at, d.at, d.at + interval '30 days'
    from buyers b, lateral (select now() - interval '30 days' * random() as at where b.n > 0) d where b.n % 5 < 2`;
  await tx`create temporary table cart_pack (nr int primary key, sweet_id int, pack_id int) on commit drop`;
  await tx`
    insert into cart_pack select row_number() over (order by k.sweet_id), k.sweet_id, k.id from packs k join made m on m.id = k.sweet_id where k.is_default`;
  // Of people with an account, and half as many of visitors.
  await tx`
    with added as (
      insert into carts (user_id, token_hash, created_at, updated_at)
      select case when b.n % 10 < 4 then b.id end, case when b.n % 10 >= 4 then md5('cart ' || b.id) || md5(b.id || ' cart') end, d.at, d.at
      from buyers b, lateral (select now() - interval '30 days' * random() as at where b.n > 0) d where b.n % 10 < 6
      on conflict do nothing returning id
    )
    insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held)
    select a.id, k.sweet_id, k.pack_id, 1 + a.id % 3, 0 from added a cross join (values (1), (2)) l(nr)
    join cart_pack k on k.nr = 1 + (a.id::bigint * 7919 + l.nr) % (select count(*) from made)`;
  await tx`
    insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
    select 'user:' || o.user_id, md5('key ' || o.id)::uuid, md5(o.id::text) || md5('hash ' || o.id), 201,
           jsonb_build_object('json', to_jsonb(o)::text, 'location', '/api/orders/' || o.id), o.created_at
    from placed p join orders o on o.id = p.id where o.created_at > now() - interval '1 day'`;
  await tx`
    insert into enquiries (user_id, kind, name, email, phone, subject, message, created_at, done_at)
    select case when b.n % 400 = 0 then b.id end, 'contact', b.name, 'customer' || b.id || '@example.com', '9820000000', 'A question',
           'Do you deliver to Pune on Sundays, and for how many days does the barfi keep?', d.at, case when b.n % 60 > 0 then d.at + interval '1 day' end
    from buyers b, lateral (select now() - (2 + 300 * random()) * interval '1 day' as at where b.n > 0) d where b.n % 20 = 0 order by d.at`;
}
