import type postgres from "postgres";
import { withConnection } from "../connection";
import { makeOrders } from "./large-orders";
import { makeInvoices, makeRecords } from "./large-records";

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
const forms = words(
  "Barfi:T Katli:T Laddoo:T Peda:T Jalebi:T Imarti:T Halwa:T Rasgulla:T Rasmalai:T Sandesh:T Gulabjamun:T Kalakand:T Milkcake:T Soanpapdi:T Balushahi:T Mysorepak:T Ghevar:S Malpua:S Gujiya:S Modak:S Chikki:S Gajak:S Rewri:S Phirni:S Puranpoli:S Karanji:S Anarsa:S Shrikhand:S Basundi:S Kheer:S Roll:D Box:D Mix:D Bites:D Clusters:D Trail:D Dates:D Almonds:D Cashews:D Pistachios:D Walnuts:D Figs:D Cake:C Pastry:C Cupcake:C Brownie:C Muffin:C Torte:C Gateau:C Cheesecake:C Swissroll:C Teacake:C Diabarfi:F Diakatli:F Dialaddoo:F Diapeda:F Diahalwa:F Diasandesh:F Diaroll:F Diamodak:F",
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

/**
 * Fills a migrated database with sweets, customers and orders of the last 400 days, as a shop has them after years: a few sweets sell most,
 * a few customers buy most, old orders are completed and invoiced, some were cancelled, windows around today have their orders and places,
 * payments are received, claimed, missing and refunded, and every sweet's ledger adds up to its quantity, with what carts held before. The
 * same numbers each time. So many sweets and orders come beside what is there; customers follow from orders, a tenth as many.
 */
export async function seedLarge(url: string, { sweets, orders }: { sweets: number; orders: number }) {
  await withConnection({ url }, async (sql) => {
    await sql.begin(async (tx) => {
      await tx`select setseed(0.42), set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true)`;
      await makeSweets(tx, sweets);
      await withoutIndexes(tx, async () => {
        if (orders > 0) {
          await makeOrders(tx, sweets, orders);
          await makeInvoices(tx);
          await makeRecords(tx);
        }
        await makeLedger(tx);
      });
    });
    await sql`vacuum (analyze)`;
  });
}

/** Leaves the new sweets in the table `made`. */
async function makeSweets(tx: postgres.TransactionSql, sweets: number) {
  await tx`create temporary table made (n int primary key, id int, quantity int, created_at timestamptz) on commit drop`;
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
    )
    insert into made select row_number() over (order by id), id, quantity, created_at from added`;
  // Half the default pack for each sweet whose default pack takes two units, and twice of it for every other one of these.
  await tx`
    insert into packs (sweet_id, label, grams, units, price)
    select s.id, pack_label(p.grams), p.grams, p.units, p.price
    from made m join sweets s on s.id = m.id and s.default_units = 2
    join lateral (values (s.net_weight_grams / 2, 1, 100 * ceil(s.price * 0.0053)::bigint), (s.net_weight_grams * 2, 4, s.price * 19 / 10)) p(grams, units, price)
      on p.units = 1 or m.n % 2 = 0
    order by s.id, p.units`;
}

/**
 * Does the work while tables of which there are many rows an order have no indexes but those of their keys and no references, then makes
 * them again, which checks every row at once: several times faster than row by row. In one transaction: nobody else sees the tables
 * meanwhile.
 */
async function withoutIndexes(tx: postgres.TransactionSql, work: () => Promise<void>) {
  const tables = words("orders order_lines order_status_history payments invoices invoice_lines messages stock_ledger");
  const removed = await tx<{ remove: string; restore: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and conrelid = any (${tables}::regclass[])
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any (${tables}::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { remove } of removed) await tx.unsafe(remove);
  // Without its indexes a table can only be read as a whole: the work must join whole tables.
  await work();
  for (const { restore } of removed) await tx.unsafe(restore);
}

/** The first stock is today's quantity and what was sold and not returned. Who ordered by the pages had the units in a cart before. */
async function makeLedger(tx: postgres.TransactionSql) {
  await tx`
    with line as (
      select l.sweet_id, l.quantity * p.units as units, o.id as order_id, o.user_id, o.channel, o.stock_returned, o.created_at, o.updated_at
      from order_lines l join orders o on o.id = l.order_id join packs p on p.id = l.pack_id
      where l.sweet_id in (select id from made)
    )
    insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id, at)
    select id, units, reason, user_id, order_id, cart_id, at from (
      select m.id, m.quantity + coalesce(s.units, 0) as units, 'initial' as reason, null::int as user_id, null::int as order_id,
             null::int as cart_id, m.created_at as at, 0 as step
      from made m left join (select sweet_id, sum(units)::int as units from line where not stock_returned group by 1) s on s.sweet_id = m.id
      union all
      select sweet_id, -units, 'hold', user_id, null, user_id, created_at - interval '5 minutes', 1 from line where channel = 'web'
      union all
      select sweet_id, units, 'release', user_id, null, user_id, created_at, 2 from line where channel = 'web'
      union all
      select sweet_id, -units, 'order', user_id, order_id, null, created_at, 3 from line
      union all
      select sweet_id, units, 'cancel', user_id, order_id, null, updated_at, 4 from line where stock_returned
    ) rows order by at, step, order_id, id`;
}
