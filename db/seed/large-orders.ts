import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import type { Counted } from "./large";
import { addFurtherPacks } from "./large-packs";
import { makePayments } from "./large-payments";
import { planOrders, saveWindows } from "./large-plan";

const words = (list: string) => list.split(" ");
const firstNames = words(
  "Asha Ravi Meera Kiran Anil Sunita Rahul Priya Vikram Neha Arjun Kavita Sanjay Pooja Deepak Lata Imran Fatima Joseph Maria Harpreet Gurpreet Aditi Rohan Shalini Manoj Geeta Nikhil Farah Tenzin",
);
const lastNames = words(
  "Sharma Patel Iyer Nair Khan Singh Das Rao Joshi Kulkarni Mehta Shah Gupta Verma Reddy Pillai Fernandes DSouza Banerjee Ghosh Bose Sethi Kapoor Malhotra Desai Pawar Shinde Naidu Menon Bhat",
);
const giftMessages = [
  "Happy Diwali!",
  "With love from all of us",
  "Congratulations on the new home",
  "Happy birthday, Nani",
];
const notes = ["Ring twice", "Leave with the watchman", "Call before you come", "No nuts for the children, please"];
const streets = ["Hill Road", "Linking Road", "M. G. Road", "Carter Road", "S. V. Road", "Veera Desai Road"];

/** Customers, orders, their lines, payments and history. Leaves the new orders in the table `placed`. */
export async function makeOrders(tx: postgres.TransactionSql, sweets: number, orders: number, counted: Counted) {
  const customers = Math.max(10, Math.round(orders / 10));
  // Nobody knows a password to this hash: no account of these can be signed in to.
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString("base64").replace(/=+$/, "")}$${randomBytes(32).toString("base64").replace(/=+$/, "")}`;
  await tx`create temporary table buyers (n int primary key, id int, name text) on commit drop`;
  await counted(
    "customers",
    tx`
    with added as (
      insert into users (email, name, role, password_hash, created_at, updated_at)
      select 'customer' || g || '.' || ${randomBytes(3).toString("hex")} || '@example.com',
        (${firstNames}::text[])[1 + g % 30] || ' ' || (${lastNames}::text[])[1 + g / 30 % 30], 'customer', ${hash}, d.at, d.at
      from generate_series(1, ${customers}::int) g, lateral (select now() - interval '800 days' + g * interval '400 days' / ${customers}::int as at) d
      returning id, name
    )
    insert into buyers select row_number() over (order by id), id, name from added`,
  );
  await tx`create temporary table basket (n int, sweet_id int, pack_id int, quantity int) on commit drop`;
  // The cube of a random number: a few sweets sell most.
  await tx`
    insert into basket
    select g, m.id, (select id from packs where sweet_id = m.id and is_default), 1 + floor(random() * 4)::int from generate_series(1, ${orders}::int) g
    cross join lateral (
      select distinct 1 + least(${sweets}::int - 1, floor(${sweets}::int * power(random(), 3)))::int as pick
      from generate_series(1, 1 + g % 4) where g > 0 -- refers to the order, so that each one gets its own random numbers
    ) p join made m on m.n = p.pick`;
  await addFurtherPacks(tx);
  await tx`analyze basket`;
  await tx`create temporary table placed (n int primary key, id int) on commit drop`;
  await saveWindows(tx, orders);
  await planOrders(tx, orders, customers);
  await counted(
    "orders",
    tx`
    with added as (
      insert into orders (user_id, status, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
        method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, packed_at, stock_returned, created_at, updated_at,
        payment_method, received, refunded, claimed, payment_state)
      select b.id, p.status, case when p.n % 20 = 0 then 'api' else 'web' end, s.total, p.wrap,
        case when p.wrap then (${giftMessages}::text[])[1 + p.n % 4] end, b.name,
        (1 + p.n % 300) || ' ' || (${streets}::text[])[1 + p.n % 6] || ', Mumbai', '98' || lpad((p.buyer::bigint * 7919 % 100000000)::text, 8, '0'),
        case when p.n % 9 = 0 then (${notes}::text[])[1 + p.n / 9 % 4] end,
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
    insert into placed select row_number() over (order by id), id from added`,
  );
  await tx`analyze placed`;
  await tx`
    insert into slot_places (date, from_time, pool, taken)
    select slot_date, slot_from, case method when 'pickup' then 'pickup' else 'delivery' end, count(*) from orders join placed using (id)
    where slot_date is not null and status <> 'Cancelled' group by 1, 2, 3
    on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = slot_places.taken + excluded.taken`;
  await counted(
    "order lines",
    tx`
    insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity)
    select p.id, b.sweet_id, k.id, s.name, k.label, k.grams, k.price, b.quantity
    from basket b join placed p using (n) join sweets s on s.id = b.sweet_id join packs k on k.id = b.pack_id
    order by p.id, b.sweet_id, k.units`,
  );
  await makePayments(tx, counted);
  await counted(
    "history rows",
    tx`
    insert into order_status_history (order_id, from_status, to_status, by_user_id, at)
    select o.id, step.was, step.becomes, case when step.nr = 1 then o.user_id end,
           o.created_at + (o.updated_at - o.created_at) * (step.nr - 1) / 3
    from placed p join orders o on o.id = p.id
    join lateral (values
      (1, null, 'Pending', true), (2, 'Pending', 'Processing', o.status in ('Processing', 'Shipped', 'Completed')),
      (3, 'Processing', 'Shipped', o.status in ('Shipped', 'Completed')), (4, 'Shipped', 'Completed', o.status = 'Completed'),
      (4, 'Pending', 'Cancelled', o.status = 'Cancelled')
    ) step(nr, was, becomes, applies) on step.applies
    order by o.id, step.nr`,
  );
}
