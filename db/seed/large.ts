import postgres from "postgres";
import { withoutIndexes } from "./large-bulk";
import { makeInvoices } from "./large-invoices";
import { makeOrders } from "./large-orders";
import { addPacks } from "./large-packs";
import { makeRecords } from "./large-records";

/** How much to make: sweets and orders beside what is there; customers follow from orders, a tenth as many. */
export type LargeSize = { sweets: number; orders: number };

/** Runs a statement and says how many rows it made. */
export type Counted = (what: string, work: Promise<{ count: number }>) => Promise<void>;

/** From so many orders indexes are built anew after the rows instead of growing with each. */
const BULK = 50_000;

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
/**
 * Fills a migrated database with sweets, customers and orders of the last 400 days, as a shop has them after years: a few sweets sell most,
 * a few customers buy most, old orders are completed and invoiced, some were cancelled, windows around today have their orders and places,
 * payments are received, claimed, missing and refunded, and every sweet's ledger adds up to its quantity, with what carts held before. The
 * same numbers each time.
 */
export async function seedLarge(url: string, { sweets, orders }: LargeSize, log: (line: string) => void = () => {}) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const counted: Counted = async (what, work) => {
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
      const fill = () => fillOrders(tx, { sweets, orders }, counted);
      await (orders >= BULK ? withoutIndexes(tx, counted, fill) : fill());
    });
    await sql`vacuum (analyze)`;
  } finally {
    await sql.end();
  }
}

async function fillOrders(tx: postgres.TransactionSql, { sweets, orders }: LargeSize, counted: Counted) {
  if (orders > 0) {
    await makeOrders(tx, sweets, orders, counted);
    await makeInvoices(tx, counted);
    await makeRecords(tx, counted);
  }
  // The first stock is today's quantity and what was sold and not returned. Who ordered by the pages had the units in a cart before.
  await counted(
    "ledger rows",
    tx`
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
    ) rows order by at, step, order_id, id`,
  );
}
