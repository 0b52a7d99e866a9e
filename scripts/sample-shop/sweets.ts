import type postgres from "postgres";
import { type Sold, shareOf } from "./stream";

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

/** Sweets beside those that are there, with their packs and first stock. The first ones sell most. */
export async function makeSweets(tx: postgres.TransactionSql, sweets: number) {
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

/**
 * What is sold, those that sell most first, and a plan for what does not keep: fresh milk sweets, cakes, jalebi, the kaju katli that most
 * ask for, and some of many. So much is made as is asked for on most days. Sweets that have days of a plan are left as they are.
 */
export async function planSweets(
  tx: postgres.TransactionSql,
  ordersPerDay: number,
): Promise<(Sold & { stock: number })[]> {
  const rows = await tx<(Sold & { stock: number; units: number; isPlanned: boolean })[]>`
    select s.id, s.name, s.hsn, s.travels, s.quantity as stock, s.default_units as units, p.packs, null as week,
      case when m.n is null then s.shelf_life_days <= 5 or s.category = 'Cakes' or s.slug = 'kaju-katli' else m.n % 3 = 0 and m.n < 900 end as "isPlanned"
    from sweets s left join made m on m.id = s.id join (
      select sweet_id, json_agg(json_build_object('id', id, 'label', label, 'grams', grams, 'units', units, 'price', price, 'isDefault', is_default) order by id) as packs
      from packs where active group by 1
    ) p on p.sweet_id = s.id
    where s.deleted_at is null and s.id not in (select sweet_id from plan_days) order by m.n nulls first, s.created_at desc, s.id`;
  const sweets = rows.map(({ isPlanned, units, ...sweet }, rank) => {
    const day = ordersPerDay * 3 * units * shareOf(rank, rows.length);
    const week = [1, 1, 1, 1, 1.2, 1.5, 1.5].map((part) => Math.max(4, Math.ceil(day * part)));
    return { ...sweet, week: isPlanned ? week : null };
  });
  const planned = sweets.flatMap(({ id, week }) => (week ? [{ id, week }] : []));
  await tx`
    insert into plans (sweet_id, week, order_by_days, order_by_time)
    select id, week, 1, '20:00' from jsonb_to_recordset(${tx.json(planned)}) p(id int, week int[])
    on conflict (sweet_id) do update set week = excluded.week, order_by_days = 1, order_by_time = '20:00'`;
  return sweets;
}
