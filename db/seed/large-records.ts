import type postgres from "postgres";
import { retention } from "../../lib/privacy/constants";
import type { Counted } from "./large";

/**
 * What a shop has beside its orders, as much of each as a day or the time for which it is stored brings: messages, sessions, carts,
 * keys and enquiries.
 */
export async function makeRecords(tx: postgres.TransactionSql, counted: Counted) {
  await counted(
    "messages",
    tx`
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
    ) m order by at, kind`,
  );
  await counted(
    "sessions",
    tx`
    insert into sessions (token_hash, user_id, kind, user_agent, created_at, last_seen_at, expires_at)
    select md5('large ' || b.id) || md5(b.id || ' large'), b.id, 'browser', 'Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile', d.at, d.at, d.at + interval '30 days'
    from buyers b, lateral (select now() - interval '30 days' * random() as at where b.n > 0) d where b.n % 5 < 2`,
  );
  await tx`create temporary table cart_pack (nr int primary key, sweet_id int, pack_id int) on commit drop`;
  await tx`
    insert into cart_pack select row_number() over (order by k.sweet_id), k.sweet_id, k.id from packs k join made m on m.id = k.sweet_id where k.is_default`;
  // Of people with an account, and half as many of visitors.
  await counted(
    "carts",
    tx`
    with added as (
      insert into carts (user_id, token_hash, created_at, updated_at)
      select case when b.n % 10 < 4 then b.id end, case when b.n % 10 >= 4 then md5('cart ' || b.id) || md5(b.id || ' cart') end, d.at, d.at
      from buyers b, lateral (select now() - interval '30 days' * random() as at where b.n > 0) d where b.n % 10 < 6
      on conflict do nothing returning id
    )
    insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held)
    select a.id, k.sweet_id, k.pack_id, 1 + a.id % 3, 0 from added a cross join (values (1), (2)) l(nr)
    join cart_pack k on k.nr = 1 + (a.id::bigint * 7919 + l.nr) % (select count(*) from made)`,
  );
  await counted(
    "idempotency keys",
    tx`
    insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
    select 'user:' || o.user_id, md5('key ' || o.id)::uuid, md5(o.id::text) || md5('hash ' || o.id), 201,
           jsonb_build_object('json', to_jsonb(o)::text, 'location', '/api/orders/' || o.id), o.created_at
    from placed p join orders o on o.id = p.id where o.created_at > now() - interval '1 day'`,
  );
  await counted(
    "enquiries",
    tx`
    insert into enquiries (user_id, kind, name, email, phone, subject, message, created_at, done_at)
    select case when b.n % 400 = 0 then b.id end, 'contact', b.name, 'customer' || b.id || '@example.com', '9820000000', 'A question',
           'Do you deliver to Pune on Sundays, and for how many days does the barfi keep?', d.at, case when b.n % 60 > 0 then d.at + interval '1 day' end
    from buyers b, lateral (select now() - (2 + 300 * random()) * interval '1 day' as at where b.n > 0) d where b.n % 20 = 0 order by d.at`,
  );
}
