import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { addFurtherPacks, addPacks } from "./large-packs";
import { makePayments } from "./large-payments";

/** How much to make: sweets and orders beside what is there; customers follow from orders. */
export type LargeSize = { sweets: number; orders: number };

/** The word lists make 60 × 60 × 60 = 216,000 different names. */
export const MOST_SWEETS = 200_000;
const words = (list: string) => list.split(" ");
const places = words(
  "Jodhpuri Bikaneri Lucknowi Banarasi Agra Mathura Jaipuri Udaipuri Ajmeri Alwari Kolhapuri Puneri Nashiki Konkani Goan Malvani Mangalori Mysuru Udupi Dharwadi Belgavi Hyderabadi Andhra Tirupati Madurai Tanjore Nellai Kanchi Malabari Travancore Kochi Calicut Bengali Kolkata Krishnanagar Burdwan Odisha Puri Cuttack Bihari Gaya Patna Awadhi Kanpuri Delhi Punjabi Amritsari Ludhiana Kashmiri Dogra Kumaoni Garhwali Sindhi Kutchi Surti Barodi Kathiawadi Bhopali Indori Malwa",
);
const flavours = words(
  "Kesar Elaichi Gulab Pista Badam Kaju Anjeer Khajoor Akhrot Kishmish Nariyal Til Moongfali Gajar Lauki Beetroot Aam Anar Santra Sitaphal Chikoo Strawberry Chocolate Coffee Paan Saunf Adrak Gud Mishri Malai Rabri Khoya Chenna Besan Moong Urad Chana Ragi Bajra Jowar Makhana Poppyseed Jaiphal Tulsi Haldi Mogra Kewda Thandai Butterscotch Vanilla Caramel Honey Fig Cranberry Blueberry Apricot Mulberry Hazelnut Pecan Macadamia",
);
// Each form with the first letter of its category: Traditional, sugar-Free, Dry fruits, Cakes, Seasonal.
const forms =
  "Barfi:T Katli:T Laddoo:T Peda:T Jalebi:T Imarti:T Halwa:T Rasgulla:T Rasmalai:T Sandesh:T Gulabjamun:T Kalakand:T Milkcake:T Soanpapdi:T Balushahi:T Mysorepak:T Ghevar:S Malpua:S Gujiya:S Modak:S Chikki:S Gajak:S Rewri:S Phirni:S Puranpoli:S Karanji:S Anarsa:S Shrikhand:S Basundi:S Kheer:S Roll:D Box:D Mix:D Bites:D Clusters:D Trail:D Dates:D Almonds:D Cashews:D Pistachios:D Walnuts:D Figs:D Cake:C Pastry:C Cupcake:C Brownie:C Muffin:C Torte:C Gateau:C Cheesecake:C Swissroll:C Teacake:C Diabarfi:F Diakatli:F Dialaddoo:F Diapeda:F Diahalwa:F Diasandesh:F Diaroll:F Diamodak:F".split(
    " ",
  );
const categories: Record<string, string> = {
  T: "Traditional Sweets",
  F: "Sugar-Free",
  D: "Dry Fruits",
  C: "Cakes",
  S: "Seasonal Specials",
};
const openings = [
  "Slow-cooked in small batches",
  "Made fresh every morning",
  "Rolled by hand",
  "Set in brass trays overnight",
  "Roasted in pure ghee",
  "Stirred for three hours over a low flame",
  "Layered and cut to order",
  "Fried crisp and soaked in warm syrup",
];
const middles = [
  "with fragrant cardamom and a whisper of saffron",
  "with stone-ground nuts and palm jaggery",
  "with thickened buffalo milk from Gujarat",
  "with rose petals from Pushkar",
  "with coconut grated the same day",
  "with toasted sesame and dry ginger",
  "with edible silver leaf on top",
  "with cocoa and a little sea salt",
];
const endings = [
  "Good with evening tea.",
  "A favourite at weddings.",
  "Keeps its softness for a week.",
  "Loved by grandparents and children alike.",
  "Offered at temples during festivals.",
  "Best eaten on the day it is made.",
];
const firstNames = words(
  "Asha Ravi Meera Kiran Anil Sunita Rahul Priya Vikram Neha Arjun Kavita Sanjay Pooja Deepak Lata Imran Fatima Joseph Maria Harpreet Gurpreet Aditi Rohan Shalini Manoj Geeta Nikhil Farah Tenzin",
);
const lastNames = words(
  "Sharma Patel Iyer Nair Khan Singh Das Rao Joshi Kulkarni Mehta Shah Gupta Verma Reddy Pillai Fernandes DSouza Banerjee Ghosh Bose Sethi Kapoor Malhotra Desai Pawar Shinde Naidu Menon Bhat",
);
const messages = [
  "Happy Diwali!",
  "With love from all of us",
  "Congratulations on the new home",
  "Happy birthday, Nani",
];
const notes = ["Ring twice", "Leave with the watchman", "Call before you come", "No nuts for the children, please"];
const streets = ["Hill Road", "Linking Road", "M. G. Road", "Carter Road", "S. V. Road", "Veera Desai Road"];

/**
 * Fills a migrated database with sweets, customers and orders of the last 400 days, as a shop has them after years: a few sweets sell most,
 * old orders are completed, some were cancelled, windows around today have their orders and places, payments are received, claimed, missing and refunded, and every sweet's ledger adds up to its quantity. The same numbers each time.
 */
export async function seedLarge(url: string, { sweets, orders }: LargeSize, log: (line: string) => void = () => {}) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const counted = async (what: string, work: Promise<{ count: number }>) => {
    const started = Date.now();
    const { count } = await work;
    log(`${count.toLocaleString("en")} ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  };
  try {
    await sql.begin(async (tx) => {
      await tx`select setseed(0.42), set_config('work_mem', '256MB', true)`;
      await tx`create temporary table made (n int primary key, id int, quantity int, created_at timestamptz) on commit drop`;
      // 7919 is prime to 216,000: the first thousand already use every word.
      await counted(
        "sweets",
        tx`
        with word as (
          select g as n, (g::bigint * 7919 % 216000)::int as k from generate_series(1, ${sweets}::int) g
        ), named as (
          select n, (${places}::text[])[1 + k / 3600] as place, (${flavours}::text[])[1 + k % 60] as flavour,
                 split_part((${forms}::text[])[1 + k / 60 % 60], ':', 1) as form,
                 ${sql.json(categories)}::jsonb ->> split_part((${forms}::text[])[1 + k / 60 % 60], ':', 2) as category
          from word
        ), picture as (
          select array_agg(id order by id) as ids from images
        ), added as (
          insert into sweets (slug, name, description, price, category, quantity, image_id, image_alt, featured, sugar_free, gift_box,
            net_weight_grams, default_units, largest_units, ingredients, allergens, shelf_life_days, storage, vegetarian, sample, created_at, updated_at)
          select lower(concat_ws('-', place, flavour, form)) || '-' || n, concat_ws(' ', place, flavour, form),
            (${openings}::text[])[1 + n % 8] || ' ' || (${middles}::text[])[1 + n / 8 % 8] || '. ' || flavour || ' ' || lower(form)
              || ' in the manner of ' || place || '. ' || (${endings}::text[])[1 + n / 64 % 6],
            100 * (40 + (random() * 1960)::int), category, 20 + (random() * 480)::int, ids[1 + n % cardinality(ids)],
            concat_ws(' ', place, flavour, form), random() < 0.02, category = 'Sugar-Free', random() < 0.05,
            250 * (1 + n % 4), u.units, u.units, 'Milk solids, sugar, ghee, ' || lower(flavour), array['Milk', 'Nuts'], 3 + n % 30,
            'Keep cool and dry', true, true, d.at, d.at
          from named, picture, lateral (select case when n % 3 > 0 then 2 else 1 end as units) u, lateral (select now() - interval '30 days' - n * interval '1100 days' / ${sweets}::int as at) d
          order by n desc
          returning id, quantity, created_at
        )
        insert into made select row_number() over (order by id), id, quantity, created_at from added`,
      );
      await counted("further packs", addPacks(tx));
      if (orders > 0) await makeOrders(tx, sweets, orders, counted);
      // The first stock is today's quantity and what was sold and not returned.
      await counted(
        "ledger rows",
        tx`
        insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, at)
        select id, units, reason, user_id, order_id, at from (
          select m.id, m.quantity + coalesce(s.units, 0) as units, 'initial' as reason, null::int as user_id, null::int as order_id,
                 m.created_at as at, 0 as step
          from made m left join (
            select l.sweet_id, sum(l.quantity * p.units)::int as units from order_lines l join orders o on o.id = l.order_id join packs p on p.id = l.pack_id
            where not o.stock_returned group by 1
          ) s on s.sweet_id = m.id
          union all
          select l.sweet_id, -l.quantity * p.units, 'order', o.user_id, o.id, o.created_at, 1
          from order_lines l join orders o on o.id = l.order_id join made m on m.id = l.sweet_id join packs p on p.id = l.pack_id
          union all
          select l.sweet_id, l.quantity * p.units, 'cancel', o.user_id, o.id, o.updated_at, 2
          from order_lines l join orders o on o.id = l.order_id join made m on m.id = l.sweet_id join packs p on p.id = l.pack_id where o.stock_returned
        ) rows order by at, step, order_id, id`,
      );
    });
    await sql`vacuum (analyze)`;
  } finally {
    await sql.end();
  }
}

async function makeOrders(
  tx: postgres.TransactionSql,
  sweets: number,
  orders: number,
  counted: (what: string, work: Promise<{ count: number }>) => Promise<void>,
) {
  const customers = Math.max(10, Math.round(orders / 5));
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
  await tx`create temporary table placed (n int primary key, id int) on commit drop`;
  await planOrders(tx, orders, customers);
  await counted(
    "orders",
    tx`
    with added as (
      insert into orders (user_id, status, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
        method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, packed_at, stock_returned, created_at, updated_at,
        payment_method, received, refunded, claimed, payment_state)
      select b.id, p.status, case when p.n % 20 = 0 then 'api' else 'web' end, s.total, p.wrap,
        case when p.wrap then (${messages}::text[])[1 + p.n % 4] end, b.name,
        (1 + p.n % 300) || ' ' || (${streets}::text[])[1 + p.n % 6] || ', Mumbai', '98' || lpad((p.n * 7919 % 100000000)::text, 8, '0'),
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
  await tx`
    insert into slot_places (date, from_time, pool, taken)
    select slot_date, slot_from, pool_of(method), count(*) from orders join placed using (id)
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

/**
 * Plans when each order is placed, how it is delivered and how far it has come, into the table `planned`. Up to 300 orders are of the last
 * two days and half of these are for today, so that the kitchen has a full day whatever the number of orders is. Windows are
 * those of the default settings, with no more orders than places; who finds none has no window. Before the last 60 days nothing is known of a
 * delivery, as of orders from before there were windows.
 */
async function planOrders(tx: postgres.TransactionSql, orders: number, customers: number) {
  const recent = Math.min(300, Math.floor(orders / 2));
  await tx`
    create temporary table planned on commit drop as
    with total as (
      select b.n, sum(b.quantity * k.price) as paise from basket b join packs k on k.id = b.pack_id group by 1
    ), dated as (
      select n, paise, n > ${orders}::int - ${recent}::int as recent, random() as outcome, random() < 0.1 as wrap, random() as how, random() as hour,
        random() as progress, 1 + floor(random() * ${customers}::int)::int as buyer,
        case when n > ${orders}::int - ${recent}::int then now() - (${orders}::int - n) * interval '2 days' / greatest(${recent}::int, 1)
             else now() - interval '2 days' - (${orders}::int - ${recent}::int - n) * interval '398 days' / greatest(${orders}::int - ${recent}::int, 1) end as at
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
        select f as slot_from, t as slot_to, c as capacity, row_number() over (order by f) as nr, count(*) over () as windows
        from (values (false, '10:00', '13:00', 30), (false, '13:00', '16:00', 30), (false, '16:00', '20:00', 30),
                     (true, '10:00', '14:00', 20), (true, '14:00', '19:00', 20)) v(sunday, f, t, c)
        where v.sunday = (extract(isodow from w.slot_date) = 7) and w.method in ('delivery', 'pickup')
      ) s on s.nr = 1 + floor(w.hour * s.windows)
    ), placed as (
      select *, case when row_number() over (partition by slot_date, slot_from, method order by n) <= case method when 'pickup' then 30 else capacity end
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
      -- Who completes an order has its money, but for a few; who pays by UPI mostly has before that.
      case when status = 'Cancelled' then case when pay_by = 'cod' or share >= 60 then 'none' when share < 50 then 'refunded' else 'received' end
           when status = 'Completed' then case when pay_by = 'upi' or share < 97 then 'received' else 'none' end
           when pay_by = 'cod' then 'none'
           when status = 'Shipped' or share < 60 then 'received' when share < 75 then 'claimed' else 'none' end as paid, wrap, buyer, status, method, slot_date, window_from as slot_from, case when window_from is not null then slot_to end as slot_to,
      -- The fees of the default settings.
      case method when 'delivery' then case when paise >= 100000 then 0 else 4900 end when 'courier' then case when paise >= 300000 then 0 else 14900 end else 0 end as fee,
      case when status in ('Cancelled', 'Pending') then null
           when stage is null then case when recent and progress < 0.25 then now() - interval '3 hours' * progress end
           when days < 0 then (slot_date + slot_from::time) at time zone 'Asia/Kolkata' - interval '3 hours' * (1 - progress)
           when days = 0 and progress < case stage when 'ended' then 0.95 when 'started' then 0.75 else 0.3 end
             then least(now(), (slot_date + slot_from::time) at time zone 'Asia/Kolkata') - interval '3 hours' * (1 - progress) end as packed_at
    from settled, lateral (select case when n % 10 < 3 then 'upi' else 'cod' end as pay_by, n * 7919 % 100 as share) payer`;
}
