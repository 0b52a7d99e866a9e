import { randomBytes } from "node:crypto";
import type postgres from "postgres";

const words = (list: string) => list.split(" ");
const firstNames = words(
  "Asha Ravi Meera Kiran Anil Sunita Rahul Priya Vikram Neha Arjun Kavita Sanjay Pooja Deepak Lata Imran Fatima Joseph Maria Harpreet Gurpreet Aditi Rohan Shalini Manoj Geeta Nikhil Farah Tenzin",
);
const lastNames = words(
  "Sharma Patel Iyer Nair Khan Singh Das Rao Joshi Kulkarni Mehta Shah Gupta Verma Reddy Pillai Fernandes DSouza Banerjee Ghosh Bose Sethi Kapoor Malhotra Desai Pawar Shinde Naidu Menon Bhat",
);

/** Customers, orders, their lines, payments and history. Leaves the new orders in the table `placed`, and customers in `buyers`. */
export async function makeOrders(tx: postgres.TransactionSql, sweets: number, orders: number) {
  const customers = Math.max(10, Math.round(orders / 10));
  // Nobody knows a password to this hash: no account of these can be signed in to.
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString("base64").replace(/=+$/, "")}$${randomBytes(32).toString("base64").replace(/=+$/, "")}`;
  await tx`create temporary table buyers (n int primary key, id int, name text) on commit drop`;
  await tx`
    with added as (
      insert into users (email, name, role, password_hash, created_at, updated_at)
      select 'customer' || g || '.' || ${randomBytes(3).toString("hex")} || '@example.com',
        (${firstNames}::text[])[1 + g % 30] || ' ' || (${lastNames}::text[])[1 + g / 30 % 30], 'customer', ${hash}, d.at, d.at
      from generate_series(1, ${customers}::int) g, lateral (select now() - interval '800 days' + g * interval '400 days' / ${customers}::int as at) d
      returning id, name
    )
    insert into buyers select row_number() over (order by id), id, name from added`;
  await tx`create temporary table basket (n int, sweet_id int, pack_id int, quantity int) on commit drop`;
  // The cube of a random number: a few sweets sell most.
  await tx`
    insert into basket
    select g, m.id, (select id from packs where sweet_id = m.id and is_default), 1 + floor(random() * 4)::int from generate_series(1, ${orders}::int) g
    cross join lateral (
      select distinct 1 + least(${sweets}::int - 1, floor(${sweets}::int * power(random(), 3)))::int as pick
      from generate_series(1, 1 + g % 4) where g > 0 -- refers to the order, so that each one gets its own random numbers
    ) p join made m on m.n = p.pick`;
  // A second pack of a sweet for every seventh line or so.
  await tx`
    insert into basket (n, sweet_id, pack_id, quantity)
    select b.n, b.sweet_id, k.id, 1 + b.n % 3 from basket b join packs k on k.sweet_id = b.sweet_id and not k.is_default and k.id % 7 = b.n % 7`;
  await tx`analyze basket`;
  await tx`create temporary table placed (n int primary key, id int) on commit drop`;
  await planOrders(tx, orders, customers);
  await tx`
    with added as (
      insert into orders (user_id, status, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
        method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, packed_at, stock_returned, created_at, updated_at,
        payment_method, received, refunded, claimed, payment_state)
      select b.id, p.status, case when p.n % 20 = 0 then 'api' else 'web' end, s.total, p.wrap,
        case when p.wrap then 'With love from all of us' end, b.name,
        (1 + p.n % 300) || ' Linking Road, Mumbai', '98' || lpad((p.buyer::bigint * 7919 % 100000000)::text, 8, '0'),
        case when p.n % 9 = 0 then 'Leave with the watchman' end,
        p.method, case p.method when 'delivery' then '4000' || lpad((1 + p.n % 99)::text, 2, '0') when 'courier' then '56' || lpad((p.n % 10000)::text, 4, '0') end,
        case p.method when 'delivery' then 'Mumbai' when 'courier' then 'Rest of India' end,
        case p.method when 'delivery' then 'local' when 'courier' then 'courier' end, p.fee,
        case when p.slot_from is not null then p.slot_date end, p.slot_from, p.slot_to, p.packed_at,
        p.status = 'Cancelled', p.at, greatest(p.at + interval '20 hours' * p.outcome, p.packed_at), p.pay_by, s.received, s.refunded, s.claimed, payment_state(s.total, s.received, s.refunded, s.claimed)
      from planned p join buyers b on b.n = p.buyer
      cross join lateral (select (p.paise + case when p.wrap then 5000 else 0 end + p.fee)::bigint as total) t cross join lateral (
        select t.total, case when p.paid in ('received', 'refunded') then t.total else 0 end as received,
               case when p.paid = 'refunded' then t.total else 0 end as refunded, case when p.paid = 'claimed' then t.total else 0 end as claimed
      ) s order by p.n
      returning id
    )
    insert into placed select row_number() over (order by id), id from added`;
  await tx`analyze placed`;
  await tx`
    insert into slot_places (date, from_time, pool, taken)
    select slot_date, slot_from, case method when 'pickup' then 'pickup' else 'delivery' end, count(*) from orders join placed using (id)
    where slot_date is not null and status <> 'Cancelled' group by 1, 2, 3
    on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = slot_places.taken + excluded.taken`;
  await tx`
    insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity)
    select p.id, b.sweet_id, k.id, s.name, k.label, k.grams, k.price, b.quantity
    from basket b join placed p using (n) join sweets s on s.id = b.sweet_id join packs k on k.id = b.pack_id
    order by p.id, b.sweet_id, k.units`;
  // The orders have their sums already.
  await tx`alter table payments disable trigger user`;
  await tx`
    insert into payments (order_id, method, amount, state, reference, reason, created_at, at, by_user_id)
    select o.id, o.payment_method, o.total, step.state,
           case when o.payment_method = 'upi' and step.state <> 'refunded' then (600000000000 + o.id)::text end,
           case when step.state = 'refunded' then case o.status when 'Completed' then 'Returned' else 'Order cancelled' end end, step.at, step.at, case when step.state = 'claimed' then o.user_id end
    from placed p join orders o on o.id = p.id
    join lateral (values
      ('claimed', o.created_at + interval '10 minutes', o.claimed > 0),
      ('received', case o.payment_method when 'upi' then o.created_at + interval '20 minutes' else o.updated_at end, o.received > 0),
      ('refunded', o.updated_at + interval '30 minutes', o.refunded > 0)
    ) step(state, at, applies) on step.applies
    order by o.id, step.at`;
  await tx`alter table payments enable trigger user`;
  await tx`
    insert into order_status_history (order_id, from_status, to_status, by_user_id, at)
    select o.id, step.was, step.becomes, case when step.nr = 1 then o.user_id end,
           o.created_at + (o.updated_at - o.created_at) * (step.nr - 1) / 3
    from placed p join orders o on o.id = p.id
    join lateral (values
      (1, null, 'Pending', true), (2, 'Pending', 'Processing', o.status in ('Processing', 'Shipped', 'Completed')),
      (3, 'Processing', 'Shipped', o.status in ('Shipped', 'Completed')), (4, 'Shipped', 'Completed', o.status = 'Completed'),
      (4, 'Pending', 'Cancelled', o.status = 'Cancelled')
    ) step(nr, was, becomes, applies) on step.applies
    order by o.id, step.nr`;
}

/** The windows of the default settings: whether on Sundays, from, to, places. */
const windows = [
  [false, "10:00", "13:00", 30],
  [false, "13:00", "16:00", 30],
  [false, "16:00", "20:00", 30],
  [true, "10:00", "14:00", 20],
  [true, "14:00", "19:00", 20],
] as const;

/**
 * Plans when each order is placed, how it is delivered and how far it has come, into the table `planned`. Up to 300 orders, in a
 * shop of more than 100,000 three for each thousand, are of the last two days and half of these are for today, so that the kitchen
 * has a full day whatever the number of orders is. Windows are those of the default settings with as many times the places, and no
 * more orders than places; who finds none has no window. Before the last 60 days nothing is known of a delivery, as of orders from
 * before there were windows.
 */
async function planOrders(tx: postgres.TransactionSql, orders: number, customers: number) {
  const times = Math.max(1, Math.round(orders / 100_000));
  const pickupCapacity = 30 * times;
  const week = windows.flatMap(([sunday, from, to, places]) =>
    (sunday ? [7] : [1, 2, 3, 4, 5, 6]).map((weekday) => ({ weekday, from, to, capacity: places * times })),
  );
  // Unless the owner has saved some.
  if (times > 1)
    await tx`
      insert into settings (section, version, value)
      values ('windows', 1, ${tx.json({ bookableDays: 7, pickupCapacity, week, dates: [] })}) on conflict do nothing`;
  const days = Math.max(400, Math.round(orders / 2500));
  const recent = Math.min(300 * times, Math.floor(orders / 2));
  await tx`
    create temporary table planned on commit drop as
    with total as (
      select b.n, sum(b.quantity * k.price) as paise from basket b join packs k on k.id = b.pack_id group by 1
    ), dated as (
      select n, paise, n > ${orders}::int - ${recent}::int as recent, random() as outcome, random() < 0.1 as wrap, random() as how, random() as hour,
        random() as progress, 1 + floor(${customers}::int * power(random(), 2))::int as buyer,
        case when n > ${orders}::int - ${recent}::int then now() - (${orders}::int - n) * interval '2 days' / greatest(${recent}::int, 1)
             else now() - interval '2 days' - (${orders}::int - ${recent}::int - n) * ${days - 2}::int * interval '1 day' / greatest(${orders}::int - ${recent}::int, 1) end as at
      from total
    ), wanted as (
      select *,
        case when at < now() - interval '60 days' then null when how < 0.7 then 'delivery' when how < 0.85 then 'pickup' when how < 0.93 then 'courier' end as method,
        -- The older half of the recent ones is for today, the rest for the three days after it.
        case when not recent then kolkata_day(at) + 1
             else kolkata_day(now()) + case when at < now() - interval '1 day' then 0 else 1 + n % 3 end end as slot_date
      from dated
    ), chosen as (
      select w.*, s.slot_from, s.slot_to, s.capacity from wanted w left join lateral (
        select "from" as slot_from, "to" as slot_to, capacity, row_number() over (order by "from") as nr, count(*) over () as windows
        from jsonb_to_recordset(${tx.json(week)}) v(weekday int, "from" text, "to" text, capacity int)
        where v.weekday = extract(isodow from w.slot_date) and w.method in ('delivery', 'pickup')
      ) s on s.nr = 1 + floor(w.hour * s.windows)
    ), placed as (
      select *, case when row_number() over (partition by slot_date, slot_from, method order by n) <= case method when 'pickup' then ${pickupCapacity}::int else capacity end
                     then slot_from end as window_from from chosen
    ), staged as (
      select *, case when window_from is null then null
                     when now() >= (slot_date + slot_to::time) at time zone 'Asia/Kolkata' then 'ended'
                     when now() >= (slot_date + slot_from::time) at time zone 'Asia/Kolkata' then 'started' else 'upcoming' end as stage,
             slot_date - kolkata_day(now()) as days from placed
    ), settled as (
      select *, case when outcome < 0.05 then 'Cancelled'
                     when stage is not null and days < 0 then 'Completed'
                     when stage = 'ended' and progress < 0.7 then 'Shipped'
                     when stage = 'started' and progress < 0.3 then 'Shipped'
                     when days = 0 and stage is not null then case when progress < 0.97 then 'Processing' else 'Pending' end
                     when at < now() - interval '6 days' then 'Completed'
                     when at < now() - interval '3 days' then 'Shipped'
                     when at < now() - interval '1 day' then 'Processing' else 'Pending' end as status from staged
    )
    select n, paise, at, outcome, pay_by,
      -- Who completes an order has its money, but for a few; one of a hundred is paid back; who pays by UPI mostly has before that.
      case when status = 'Cancelled' then case when pay_by = 'cod' or share >= 60 then 'none' when share < 50 then 'refunded' else 'received' end
           when status = 'Completed' then case when share = 50 then 'refunded' when pay_by = 'upi' or share < 97 then 'received' else 'none' end
           when pay_by = 'cod' then 'none'
           when status = 'Shipped' or share < 60 then 'received' when share < 75 then 'claimed' else 'none' end as paid, wrap, buyer, status, method, slot_date, window_from as slot_from, case when window_from is not null then slot_to end as slot_to,
      -- The fees of the default settings.
      case method when 'delivery' then case when paise >= 100000 then 0 else 4900 end when 'courier' then case when paise >= 300000 then 0 else 14900 end else 0 end as fee,
      case when status in ('Cancelled', 'Pending') then null
           when stage is null then case when recent and progress < 0.25 then now() - interval '3 hours' * progress end
           when days < 0 then (slot_date + slot_from::time) at time zone 'Asia/Kolkata' - interval '3 hours' * (1 - progress)
           when days = 0 and progress < case stage when 'ended' then 0.95 when 'started' then 0.75 else 0.3 end
             then least(now(), (slot_date + slot_from::time) at time zone 'Asia/Kolkata') - interval '3 hours' * (1 - progress) end as packed_at
    from settled, lateral (select case when n % 10 < 3 then 'upi' else 'cod' end as pay_by, n::bigint * 7919 % 100 as share) payer`;
}
