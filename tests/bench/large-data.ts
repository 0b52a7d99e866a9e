import type postgres from "postgres";
import { withConnection } from "@/db/connection";
import { contentOf } from "@/lib/invoices/content";
import { retention } from "@/lib/people/privacy-constants";
import { defaultSettings } from "@/lib/settings/defaults";
import { firstNames, lastNames, words } from "@/scripts/sample-shop/names";

/** The word lists make 60 × 60 × 60 = 216,000 different names. */
export const MOST_SWEETS = 200_000;
const places = words(
  "Jodhpuri Bikaneri Lucknowi Banarasi Agra Mathura Jaipuri Udaipuri Ajmeri Alwari Kolhapuri Puneri Nashiki Konkani Goan Malvani Mangalori Mysuru Udupi Dharwadi Belgavi Hyderabadi Andhra Tirupati Madurai Tanjore Nellai Kanchi Malabari Travancore Kochi Calicut Bengali Kolkata Krishnanagar Burdwan Odisha Puri Cuttack Bihari Gaya Patna Awadhi Kanpuri Delhi Punjabi Amritsari Ludhiana Kashmiri Dogra Kumaoni Garhwali Sindhi Kutchi Surti Barodi Kathiawadi Bhopali Indori Malwa",
);
const flavours = words(
  "Kesar Elaichi Gulab Pista Badam Kaju Anjeer Khajoor Akhrot Kishmish Nariyal Til Moongfali Gajar Lauki Beetroot Aam Anar Santra Sitaphal Chikoo Strawberry Chocolate Coffee Paan Saunf Adrak Gud Mishri Malai Rabri Khoya Chenna Besan Moong Urad Chana Ragi Bajra Jowar Makhana Poppyseed Jaiphal Tulsi Haldi Mogra Kewda Thandai Butterscotch Vanilla Caramel Honey Fig Cranberry Blueberry Apricot Mulberry Hazelnut Pecan Macadamia",
);
// Each form with the first letter of its category: Traditional, sugar-Free, Dry fruits, Cakes, Seasonal.
const forms = words(
  "Barfi:T Katli:T Laddoo:T Peda:T Jalebi:T Imarti:T Halwa:T Rasgulla:T Rasmalai:T Sandesh:T Gulabjamun:T Kalakand:T Milkcake:T Soanpapdi:T Balushahi:T Mysorepak:T Ghevar:S Malpua:S Gujiya:S Modak:S Chikki:S Gajak:S Rewri:S Phirni:S Puranpoli:S Karanji:S Anarsa:S Shrikhand:S Basundi:S Kheer:S Roll:D Box:D Mix:D Bites:D Clusters:D Trail:D Dates:D Almonds:D Cashews:D Pistachios:D Walnuts:D Figs:D Cake:C Pastry:C Cupcake:C Brownie:C Muffin:C Torte:C Gateau:C Cheesecake:C Swissroll:C Teacake:C Diabarfi:F Diakatli:F Dialaddoo:F Diapeda:F Diahalwa:F Diasandesh:F Diaroll:F Diamodak:F",
);
const categories = { T: "Traditional Sweets", F: "Sugar-Free", D: "Dry Fruits", C: "Cakes", S: "Seasonal Specials" };
const phrases = (list: string) => list.split("|");
const openings = phrases(
  "Slow-cooked in small batches|Made fresh every morning|Rolled by hand|Set in brass trays overnight|Roasted in pure ghee|Stirred for three hours over a low flame|Layered and cut to order|Fried crisp and soaked in warm syrup",
);
const middles = phrases(
  "with fragrant cardamom and a whisper of saffron|with stone-ground nuts and palm jaggery|with thickened buffalo milk from Gujarat|with rose petals from Pushkar|with coconut grated the same day|with toasted sesame and dry ginger|with edible silver leaf on top|with cocoa and a little sea salt",
);

/** Sweets beside those that are there, with their packs and first stock. The first ones sell most. */
async function makeSweets(tx: postgres.TransactionSql, sweets: number) {
  await tx`create temporary table made (n int primary key, id int) on commit drop`;
  // 7919 is prime to 216,000: the first thousand already use every word.
  await tx`
    with word as (
      select g as n, (g::bigint * 7919 % 216000)::int as k from generate_series(1, ${sweets}::int) g
    ), named as (
      select n, (${places}::text[])[1 + k / 3600] as place, (${flavours}::text[])[1 + k % 60] as flavour,
             split_part((${forms}::text[])[1 + k / 60 % 60], ':', 1) as form,
             ${tx.json(categories)}::jsonb ->> split_part((${forms}::text[])[1 + k / 60 % 60], ':', 2) as category
      from word
    ), picture as (
      select array_agg(id order by id) as ids from images
    ), added as (
      insert into sweets (slug, name, description, price, category, quantity, image_id, image_alt, featured, sugar_free, gift_box,
        net_weight_grams, default_units, largest_units, ingredients, allergens, shelf_life_days, storage, vegetarian, sample, created_at, updated_at)
      select lower(concat_ws('-', place, flavour, form)) || '-' || n, concat_ws(' ', place, flavour, form),
        (${openings}::text[])[1 + n % 8] || ' ' || (${middles}::text[])[1 + n / 8 % 8] || '. ' || flavour || ' ' || lower(form)
          || ' in the manner of ' || place || '. Good with evening tea.',
        100 * (40 + (random() * 1960)::int), category, 20 + (random() * 480)::int, ids[1 + n % cardinality(ids)],
        concat_ws(' ', place, flavour, form), random() < 0.02, category = 'Sugar-Free', random() < 0.05,
        250 * (1 + n % 4), u.units, u.units, 'Milk solids, sugar, ghee, ' || lower(flavour), array['Milk', 'Nuts'], 3 + n % 30,
        'Keep cool and dry', true, true, d.at, d.at
      from named, picture, lateral (select case when n % 3 > 0 then 2 else 1 end as units) u, lateral (select now() - interval '30 days' - n * interval '1100 days' / ${sweets}::int as at) d
      order by n desc
      returning id, quantity, created_at
    ), opened as (
      insert into stock_ledger (sweet_id, delta, reason, at) select id, quantity, 'initial', created_at from added
    )
    insert into made select row_number() over (order by id), id from added`;
  // Half the default pack for each sweet whose default pack takes two units, and twice of it for every other one of these.
  await tx`
    insert into packs (sweet_id, label, grams, units, price)
    select s.id, pack_label(p.grams), p.grams, p.units, p.price
    from made m join sweets s on s.id = m.id and s.default_units = 2
    join lateral (values (s.net_weight_grams / 2, 1, 100 * ceil(s.price * 0.0053)::bigint), (s.net_weight_grams * 2, 4, s.price * 19 / 10)) p(grams, units, price)
      on p.units = 1 or m.n % 2 = 0
    order by s.id, p.units`;
}

/** Orders a day that the windows of the default settings are meant for. */
const ORDERS_PER_DAY = 250;

/**
 * Fills a migrated and seeded database for load tests: so many sweets beside those of the catalogue, and orders of the last 400 days or
 * more, at most 2,500 a day. Made by SQL: it has the shape of a shop, and its stock, payments and documents add up, but nobody has lived it.
 */
export async function seedLarge(url: string, { sweets, orders }: { sweets: number; orders: number }): Promise<void> {
  await withConnection({ url }, async (sql) => {
    await sql.begin(async (tx) => {
      await tx`select setseed(0.42), set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true)`;
      await makeSweets(tx, sweets);
      if (orders > 0) await withoutIndexes(tx, () => makeOrders(tx, orders, Math.max(400, Math.round(orders / 2500))));
    });
    await sql`vacuum (analyze)`;
  });
}

async function makeOrders(tx: postgres.TransactionSql, orders: number, days: number) {
  const { windows } = defaultSettings;
  // A shop with many orders has as many times the places, unless the owner has saved some.
  const times = Math.max(1, Math.round(orders / days / ORDERS_PER_DAY));
  const week = windows.week.map((window) => ({ ...window, capacity: times * window.capacity }));
  if (times > 1)
    await tx`
      insert into settings (section, version, value)
      values ('windows', 1, ${tx.json({ ...windows, pickupCapacity: times * windows.pickupCapacity, week })}) on conflict do nothing`;
  const tax = { ...defaultSettings.tax, gstin: "27AAPFU0939F1ZV" };
  await tx`insert into settings (section, version, value) values ('tax', 1, ${tx.json(tax)}) on conflict do nothing`;
  const order = { id: 0, createdAt: new Date().toISOString(), channel: "web", day: null, statusChange: 0 } as const;
  const contentTo = (pincode: string | null) =>
    contentOf({ ...order, method: "courier", pincode, company: null }, { ...defaultSettings, tax });
  // Of every fiftieth order.
  const company = { gstin: "27AAGCB7383J1ZK", name: "Acme Gifts Private Limited", deliveredTo: "company" };
  // Nobody knows a password to it.
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

  await tx`
    insert into plans (sweet_id, week, order_by_days, order_by_time)
    select id, array_fill(40, array[7]), 1, '20:00' from made where n % 3 = 0 and n < 900 on conflict do nothing`;
  await tx`
    with added as (
      insert into users (email, name, password_hash, created_at)
      select lower(given || '.' || family || '.' || g) || '@example.com', given || ' ' || family, ${hash}, now() - ${days}::int * interval '1 day'
      from generate_series(1, greatest(10, ${orders}::int / 10)) g,
        lateral (select (${firstNames}::text[])[1 + g % 30] as given, (${lastNames}::text[])[1 + g / 30 % 30] as family) name
      returning id, name
    )
    select row_number() over (order by id) - 1 as n, id, name into temporary buyer from added`;
  await tx`
    create temporary table good on commit drop as
    select row_number() over (order by m.n nulls first, s.id) - 1 as rank, s.id as sweet_id, s.name, s.hsn, s.quantity as stock, pl.sweet_id is not null and s.id not in (select sweet_id from plan_days) as is_planned,
      (select id from packs where sweet_id = s.id and is_default) as usual, (select max(id) from packs where sweet_id = s.id and active) as other
    from sweets s left join made m on m.id = s.id left join plans pl on pl.sweet_id = s.id where s.deleted_at is null`;

  // What chance decides of each order, then when it is due and what has become of it until now.
  await tx`
    create temporary table sale on commit drop as
    with clock as (select kolkata_day(now()) as today),
    windows as (
      select weekday, "from", "to", capacity, row_number() over (partition by weekday order by "from") - 1 as k, count(*) over (partition by weekday) as n
      from jsonb_to_recordset(${tx.json(week)}) w(weekday int, "from" text, "to" text, capacity int)
    ), drawn as (
      select today - (${days}::int - 1 - (g - 1)::bigint * ${days}::int / ${orders}::int)::int as date, today, random() as time, random() as channel, random() as how,
        1 + (random() ^ 1.3 * 5)::int as lead, random() as window, floor(random() ^ 2 * (select count(*) from buyer)) as buyer, random() as pay, random() as luck, random() as fate
      from generate_series(1, ${orders}::int) g, clock
    ), asked as (
      select d.*, d.channel < 0.2 as is_till, w."from", w."to", capacity, case when d.channel < 0.2 then null when how < 0.6 then 'delivery' when how < 0.78 then 'pickup' when how < 0.88 then 'courier' end as method,
        start.at + case when date = today then time * (now() - start.at) else (8 + 14 * time) * interval '1 hour' end as at
      from drawn d cross join lateral (select date::timestamp at time zone 'Asia/Kolkata' as at) start
      left join windows w on d.channel >= 0.2 and how < 0.78 and weekday = extract(isodow from date + lead) and k = floor(d.window * n)
    ), placed as (
      select *, row_number() over (partition by date + lead, "from", method order by at) <= capacity as has_slot from asked
    ), due as (
      select *, coalesce(((date + lead) + "from"::time) at time zone 'Asia/Kolkata', at + interval '1 day') + fate * interval '1 hour' as out,
        case when is_till then (array['cash', 'cash', 'upi', 'card'])[1 + (pay * 3)::int] when pay < 0.35 then 'upi' else 'cod' end as payment,
        case when has_slot then date + lead end as day, not is_till and fate < 0.05 and at < now() - interval '6 hours' as is_cancelled
      from placed
    ), sold as (
      select *, case when is_till or not is_cancelled and out + interval '20 hours' < now() then 'Completed' when is_cancelled then 'Cancelled'
          when out < now() then 'Shipped' when at < now() - interval '11 hours' then 'Processing' else 'Pending' end as status
      from due
    )
    select row_number() over (order by at)::int + (select coalesce(max(id), 0) from orders) as id, *,
      case when is_till then at when payment = 'upi' and luck < 0.94 and at < now() - interval '2 hours' then at + interval '2 hours'
        when payment = 'cod' and luck < 0.97 and status = 'Completed' then out + interval '20 hours' end as received_at,
      case when is_cancelled and payment = 'upi' and luck < 0.85 then at + interval '6 hours' end as refunded_at,
      case when is_till then at when status in ('Shipped', 'Completed') then out end as invoiced_at
    from sold`;
  await tx`
    create temporary table line on commit drop as
    select distinct on (d.id, p.id) d.id as order_id, g.sweet_id, p.id as pack_id, g.name, g.hsn, p.label, p.grams, p.price, p.units, d.quantity, case when g.is_planned then d.day end as day
    from (
      select id, day, floor((select count(*) from good) * random() ^ 3) as rank, random() < 0.7 as is_usual, 1 + floor(random() ^ 2 * 4)::int as quantity
      from sale, generate_series(1, case when is_till then 2 else 1 + (fate * 4)::int end)
    ) d join good g using (rank) join packs p on p.id = case when is_usual then usual else other end`;
  await tx.unsafe("create index on line (order_id); analyze sale, line, good, buyer");
  const [staff] = await tx`select min(id) as id from users where role = 'admin'`;
  const owner: number | null = staff?.id ?? null;
  await tx`
    with value as (select order_id, sum(price * quantity)::bigint as paise from line group by 1)
    insert into orders (id, user_id, company, status, channel, total, recipient_name, delivery_address, phone_number, method, pincode, area_name, area_kind,
      delivery_fee, slot_date, slot_from, slot_to, day, payment_method, received, refunded, payment_state, packed_at, stock_returned, created_at, updated_at)
    overriding system value
    select s.id, b.id, case when s.id % 50 = 0 then ${tx.json(company)}::jsonb end, status, case when is_till then 'counter' when channel < 0.24 then 'api' else 'web' end, total, b.name,
      case when not is_till then 1 + b.n % 300 || ' Sample Road, Mumbai' end, case when not is_till then '982' || lpad((b.n * 7919 % 10000000)::text, 7, '0') end,
      s.method, case s.method when 'delivery' then '400001' when 'courier' then '560001' end, case s.method when 'delivery' then 'Mumbai' when 'courier' then 'Rest of India' end,
      case s.method when 'delivery' then 'local' when 'courier' then 'courier' end, fee, day, case when day is not null then "from" end, case when day is not null then "to" end,
      day, payment, received, refunded, payment_state(total, received, refunded, 0), case when out < now() and not is_till and not is_cancelled then out end,
      is_cancelled, at, greatest(at, least(out, now()))
    from sale s join value v on v.order_id = s.id left join buyer b on b.n = s.buyer and not is_till,
      lateral (select case when is_till then 0 when method = 'delivery' and paise < 100000 then 4900 when method = 'courier' and paise < 300000 then 14900 else 0 end as fee) f,
      lateral (select paise + fee as total) t, lateral (select case when received_at is null then 0 else total end as received, case when refunded_at is null then 0 else total end as refunded) r
    order by s.id`;
  await tx`
    insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity, day)
    select order_id, sweet_id, pack_id, name, label, grams, price, quantity, day from line order by order_id`;
  await tx`
    insert into order_status_history (order_id, from_status, to_status, by_user_id, at)
    select id, before, status, ${owner}::int, at from (
      select id, null as before, 'Pending' as status, at, 1 as step from sale
      union all select id, 'Pending', 'Processing', at + interval '11 hours', 2 from sale where status in ('Processing', 'Shipped', 'Completed') and not is_till
      union all select id, 'Processing', 'Shipped', out, 3 from sale where status in ('Shipped', 'Completed') and not is_till
      union all select id, case when is_till then 'Pending' else 'Shipped' end, status, case when is_till then at else out + interval '20 hours' end, 4 from sale where status = 'Completed'
      union all select id, 'Pending', status, at + interval '5 hours', 2 from sale where status = 'Cancelled'
    ) h order by at, h.id, step`;
  await tx`
    insert into payments (order_id, method, amount, state, reference, reason, created_at, at, by_user_id)
    select s.id, payment, total, state, case when payment = 'upi' and state = 'received' then (700000000000 + s.id)::text end, reason, p.at, p.at, ${owner}::int
    from sale s join orders o on o.id = s.id, lateral (values ('received', received_at, null), ('refunded', refunded_at, 'Order cancelled')) p(state, at, reason)
    where p.at is not null order by p.at, s.id`;
  await tx`
    with issued as (
      select s.*, (invoiced_at at time zone 'Asia/Kolkata')::date as on_day, to_char(invoiced_at at time zone 'Asia/Kolkata' - interval '3 months', 'YY') as year
      from sale s where invoiced_at is not null
    ), numbered as (
      select *, year || '-' || lpad(((year::int + 1) % 100)::text, 2, '0') as of_year, row_number() over (partition by year order by invoiced_at, id) as n from issued
    )
    insert into invoices (kind, prefix, year, sequence, number, order_id, date, issued_at, content, buyer_name, buyer_address, total)
    select 'tax_invoice', ${tax.prefix}::text, of_year, coalesce(last, 0) + n, ${tax.prefix}::text || '/' || of_year || '/' || lpad((coalesce(last, 0) + n)::text, 6, '0'),
      s.id, on_day, invoiced_at, case when o.method = 'courier' then ${tx.json(contentTo("560001"))}::jsonb else ${tx.json(contentTo(null))}::jsonb end
        || case when company is null then '{}' else jsonb_build_object('company', company) end || jsonb_build_object('statusChange', h.id, 'order', jsonb_strip_nulls(jsonb_build_object(
        'id', s.id, 'date', kolkata_day(s.at), 'channel', o.channel, 'day', o.day)) || jsonb_build_object('method', o.method)), recipient_name, delivery_address, total
    from numbered s join orders o on o.id = s.id
    join (select order_id, max(id) as id from order_status_history where to_status in ('Shipped', 'Completed') group by 1) h on h.order_id = s.id
    left join invoice_series i on i.prefix = ${tax.prefix} and i.year = of_year order by invoiced_at, s.id`;
  await tx`
    insert into invoice_series (prefix, year, last) select prefix, year, max(sequence) from invoices where prefix = ${tax.prefix} group by 1, 2
    on conflict (prefix, year) do update set last = excluded.last`;
  await tx`
    insert into invoice_lines (invoice_id, position, name, hsn, quantity, rate, unit, grams, taxable, cgst, sgst, igst, total)
    select id, row_number() over (partition by id order by quantity is null, name), name, hsn, quantity, 500, case when weighs then 'KGS' else 'NOS' end, grams,
      total - case when is_far then tax else tax / 2 * 2 end, case when is_far then 0 else tax / 2 end, case when is_far then 0 else tax / 2 end, case when is_far then tax else 0 end, total
    from (
      select i.id, l.name || ', ' || l.label as name, hsn, quantity, grams, grams is not null as weighs, price * quantity as total, content @> '{"interState": true}' as is_far
      from line l join invoices i using (order_id)
      union all select i.id, 'Delivery', l.hsn, null, null, l.grams is not null, delivery_fee, content @> '{"interState": true}'
      from orders o join invoices i on i.order_id = o.id, lateral (select hsn, grams from line l where l.order_id = o.id limit 1) l where delivery_fee > 0
    ) l, lateral (select round(total / 21.0)::bigint as tax) t order by 1, 2`;
  // Stock: what is sold is bought by the month, or made for its day. Units of cancelled orders come back.
  await tx`
    insert into plan_days (sweet_id, day, capacity, ordered, made, first_made_at)
    select sweet_id, l.day, greatest(40, sum(units * quantity)), sum(units * quantity), case when baked.at < now() then sum(units * quantity) end, case when baked.at < now() then baked.at end
    from line l join sale s on s.id = l.order_id, lateral (select (l.day + time '04:30') at time zone 'Asia/Kolkata' as at) baked
    where l.day is not null and not is_cancelled group by 1, 2, baked.at`;
  await tx`
    insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id, day, at)
    select sweet_id, delta, reason, by, order_id, cart, day, at from (
      select sweet_id, sum(units * quantity)::int as delta, 'restock' as reason, ${owner}::int as by, null::int as order_id, null::int as cart, null::date as day,
        date_trunc('month', at) - interval '1 day' as at, 1 as step from line l join sale s on s.id = l.order_id where l.day is null group by 1, 8
      union all
      select sweet_id, sign * units * quantity, case when m.step = 4 then case when is_till then 'purchase' else 'order' end else m.reason end, b.id,
        case when m.step > 3 then s.id end, case when m.step < 4 then b.id end, null, s.at + m.after, m.step
      from line l join sale s on s.id = l.order_id left join buyer b on b.n = s.buyer and not is_till,
        lateral (values (2, 'hold', -1, interval '-5 minutes'), (3, 'release', 1, '0'), (4, '', -1, '0'), (5, 'cancel', 1, '5 hours')) m(step, reason, sign, after)
      where l.day is null and (m.step = 4 or m.step < 4 and channel >= 0.24 or m.step = 5 and is_cancelled)
      union all
      select sweet_id, sign * made, reason, ${owner}::int, null, null, day, first_made_at, step
      from plan_days, (values ('made', 1, 1), ('promised', -1, 2)) m(reason, sign, step) where made > 0 and sweet_id in (select sweet_id from good where is_planned)
    ) l order by at, step, order_id, sweet_id`;
  await tx`
    update sweets s set quantity = quantity + back.units from (
      select sweet_id, sum(units * quantity)::int as units from line l join sale s on s.id = l.order_id where is_cancelled and l.day is null group by 1
    ) back where s.id = back.sweet_id`;
  await tx`
    insert into slot_places (date, from_time, pool, taken)
    select day, "from", case method when 'pickup' then method else 'delivery' end, count(*) from sale where day is not null and not is_cancelled group by 1, 2, 3
    on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = slot_places.taken + excluded.taken`;
  // Beside the orders: messages of the last days, enquiries, sessions and carts, which hold nothing.
  await tx`
    insert into messages (kind, event, order_id, state, attempts, created_at, next_attempt_at, at)
    select kind, kind || ':' || event, order_id, case when order_id % 997 = 0 then 'failed' else 'sent' end, 1, at, at, at from (
      select case when from_status is null then kind else 'order_' || lower(to_status) end as kind, case when from_status is null then order_id else h.id end as event, order_id, at
      from order_status_history h left join (values ('order_received'), ('new_order')) k(kind) on from_status is null
      where to_status <> 'Processing' and order_id in (select id from sale where not is_till) and at > now() - ${retention.messageDays}::int * interval '1 day'
    ) m order by at`;
  await tx`
    insert into enquiries (kind, name, email, phone, subject, message, created_at, done_at, done_by)
    select 'contact', b.name, 'customer.' || b.id || '@example.com', '9820011223', 'A question', 'Do you deliver to Pune on Sundays?', at, case when g > 3 then at + interval '1 hour' end,
      case when g > 3 then ${owner}::int end
    from generate_series(${days}::int, 1, -1) g join buyer b on b.n = g % (select count(*) from buyer), lateral (select now() - g * interval '17 hours' as at) t order by at`;
  await tx`
    insert into sessions (token_hash, user_id, kind, user_agent, created_at, last_seen_at, expires_at)
    select encode(sha256(('session ' || id)::bytea), 'hex'), id, 'browser', 'Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile', at, at, at + interval '30 days'
    from buyer, lateral (select now() - n % 29 * interval '1 day' as at) t where n % 5 < 2`;
  await tx`
    with added as (
      insert into carts (user_id, token_hash, created_at, updated_at)
      select case when n % 10 < 4 then id end, case when n % 10 >= 4 then encode(sha256(('cart ' || id)::bytea), 'hex') end, at, at
      from buyer, lateral (select now() - n % 29 * interval '1 day' as at) t where n % 10 < 6 returning id
    )
    insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held)
    select a.id, sweet_id, usual, 1 + a.id % 3, 0 from added a, generate_series(0, 1) k, good
    where rank = (a.id * 7 + k * 13) % (select count(*) from good)`;
  await tx`select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))`;
}

/**
 * Does the work while tables of which there are many rows an order have no indexes but those of their keys, no references and no triggers of
 * payments, then makes them again, which checks every row at once: several times faster. In one transaction: nobody sees the tables meanwhile.
 */
async function withoutIndexes(tx: postgres.TransactionSql, work: () => Promise<void>) {
  const tables =
    "orders order_lines order_status_history payments invoices invoice_lines messages stock_ledger plan_days";
  const removed = await tx<{ remove: string; restore: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and conrelid = any (${words(tables)}::regclass[])
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any (${words(tables)}::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select 'alter table payments disable trigger user', 'alter table payments enable trigger user'`;
  for (const { remove } of removed) await tx.unsafe(remove);
  await work();
  for (const { restore } of removed) await tx.unsafe(restore);
}
