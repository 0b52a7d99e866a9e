import type postgres from "postgres";
import { withConnection } from "@/db/connection";
import { addDays, indiaDay } from "@/lib/dates";
import { defaultSettings } from "@/lib/settings/defaults";
import type { SettingValues } from "@/lib/settings/schema";
import { type Buyer, SampleOrders } from "./orders";
import { SampleStock, type Sweet } from "./stock";
import {
  DAY_MS,
  type Demand,
  dayNumber,
  dayText,
  demandsOf,
  HOUR_MS,
  instantOf,
  MINUTE_MS,
  type Options,
  type OrderDemand,
  randomOf,
} from "./stream";
import { makeSweets, planSweets } from "./sweets";
import { type Tables, tablesOf, timeOf, withoutIndexes } from "./tables";

const words = (list: string) => list.split(" ");
const firstNames = words(
  "Asha Ravi Meera Kiran Anil Sunita Rahul Priya Vikram Neha Arjun Kavita Sanjay Pooja Deepak Lata Imran Fatima Joseph Maria Harpreet Gurpreet Aditi Rohan Shalini Manoj Geeta Nikhil Farah Tenzin",
);
const lastNames = words(
  "Sharma Patel Iyer Nair Khan Singh Das Rao Joshi Kulkarni Mehta Shah Gupta Verma Reddy Pillai Fernandes DSouza Banerjee Ghosh Bose Sethi Kapoor Malhotra Desai Pawar Shinde Naidu Menon Bhat",
);
// Nobody knows a password to this hash: no account of these can be signed in to.
const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${"sample".repeat(4).slice(0, 22)}$${"nopassword".repeat(5).slice(0, 43)}`;
/** Rows that are sent together. */
const PORTION = 100_000;
/** Orders a day that the windows of the default settings are meant for. */
const ORDERS_PER_DAY = 250;

type Generated = Omit<Options, "festivals"> & {
  /** Sweets beside those of the catalogue. */
  sweets: number;
  /** The present, on the last day or after it. */
  until: Date;
};

/**
 * Fills a migrated and seeded database with the days of a shop: customers, orders of every kind and state with their places, payments and
 * documents, plans, batches, what is thrown away, carts, messages and enquiries, all of them right to the unit and the paisa. The same
 * for the same options. So much comes beside what is there; nobody is sent anything.
 */
export async function generate(url: string, { sweets: more, until, ...options }: Generated): Promise<void> {
  await withConnection({ url }, async (sql) => {
    await sql.begin(async (tx) => {
      await tx`select setseed(0.42), set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true)`;
      await makeSweets(tx, more);
      await withoutIndexes(tx, () => live(tx, options, until.getTime()));
    });
    await sql`vacuum (analyze)`;
  });
}

/** So many sweets beside those of the catalogue, and orders of the last 400 days or more, at most 2,500 a day. */
export async function seedLarge(url: string, { sweets, orders }: { sweets: number; orders: number }): Promise<void> {
  const days = Math.max(400, Math.round(orders / 2500));
  const [until, to] = [new Date(), indiaDay(new Date())];
  await generate(url, { from: addDays(to, 1 - days), to, ordersPerDay: orders / days, seed: 42, sweets, until });
}

async function live(tx: postgres.TransactionSql, options: Omit<Generated, "sweets" | "until">, until: number) {
  const [first, last] = [dayNumber(options.from), dayNumber(options.to)];
  // The catalogue is as old as the first order.
  await tx`
    with older as (
      update sweets set created_at = created_at - (now() - ${dayText(first)}::timestamptz) where sample and created_at > ${dayText(first)}::timestamptz returning id
    )
    update stock_ledger l set at = ${dayText(first)}::timestamptz - interval '1 day' from older where l.sweet_id = older.id and l.reason = 'initial'`;
  const settings = await settingsFor(tx, options.ordersPerDay);
  const sweets: Sweet[] = (await planSweets(tx, options.ordersPerDay)).map((sweet) => ({
    ...sweet,
    days: new Map(),
    short: new Set(),
  }));
  const [known] = await tx<Record<"users" | "orders" | "history" | "payments" | "invoices" | "carts", number>[]>`
    select (select coalesce(max(id), 0) from users) as users, (select coalesce(max(id), 0) from orders) as orders,
      (select coalesce(max(id), 0)::int from order_status_history) as history, (select coalesce(max(id), 0) from payments) as payments,
      (select coalesce(max(id), 0) from invoices) as invoices, (select coalesce(max(id), 0) from carts) as carts`;
  const ids = { users: 0, orders: 0, history: 0, payments: 0, invoices: 0, carts: 0, ...known };
  const [admin] = await tx<{ id: number }[]>`select id from users where role = 'admin' order by id limit 1`;
  const series = await tx<
    { key: string; last: number }[]
  >`select prefix || ' ' || year as key, last from invoice_series`;
  const places = await tx<{ key: string; taken: number }[]>`
    select concat_ws(' ', date, from_time, pool) as key, taken from slot_places`;

  const tables = tablesOf(tx);
  const random = randomOf(options.seed + 1);
  const count = Math.max(10, Math.round((options.ordersPerDay * (last - first + 1)) / 10));
  const buyers = Array.from({ length: count }, (_, i) =>
    addBuyer(tables, ++ids.users, timeOf(instantOf(first, 0) - (i + 1) * MINUTE_MS)),
  );
  await tables.send();
  const staff = admin?.id ?? null;
  const stock = new SampleStock(tables, settings.festivals, staff);
  const world = {
    ...{ tables, stock, settings, buyers, staff, until, ids },
    series: new Map(series.map((row) => [row.key, row.last])),
    places: new Map(places.map((row) => [row.key, row.taken])),
  };
  const orders = new SampleOrders(world);
  for (const { day, demands } of demandsOf({ ...options, festivals: settings.festivals }, sweets)) {
    orders.live(day, demands);
    await tables.send(PORTION);
  }
  orders.live(last, lastDemands(sweets, stock, last, until));
  for (const sweet of sweets)
    for (const [day, { capacity, isOwn, ordered, made, firstMadeAt, short }] of sweet.days)
      if (isOwn || ordered > 0 || made !== null)
        tables.plan_days.add(
          sweet.id,
          dayText(day),
          capacity,
          isOwn,
          ordered,
          made,
          made === null ? null : timeOf(firstMadeAt),
          short,
        );
  addRecords({ tables, buyers, sweets, staff, until, days: last - first + 1, random, ids });
  await tables.send();
  await store(tx, sweets, world);
}

/** The settings; a shop with many orders has as many times the places, unless the owner has saved some. */
async function settingsFor(tx: postgres.TransactionSql, ordersPerDay: number): Promise<SettingValues> {
  const times = Math.max(1, Math.round(ordersPerDay / ORDERS_PER_DAY));
  const { windows } = defaultSettings;
  const more = (capacity: number) => times * capacity;
  const value = {
    ...windows,
    pickupCapacity: more(windows.pickupCapacity),
    week: windows.week.map((window) => ({ ...window, capacity: more(window.capacity) })),
  };
  if (times > 1)
    await tx`insert into settings (section, version, value) values ('windows', 1, ${tx.json(value)}) on conflict do nothing`;
  const rows = await tx<{ section: string; value: unknown }[]>`select section, value from settings`;
  return { ...defaultSettings, ...Object.fromEntries(rows.map((row) => [row.section, row.value])) };
}

function addBuyer(tables: Tables, id: number, at: string): Buyer {
  const [given, family] = [firstNames[id % 30] ?? "", lastNames[Math.floor(id / 30) % 30] ?? ""];
  const buyer = {
    id,
    name: `${given} ${family}`,
    address: `${1 + (id % 300)} Sample Road, Mumbai`,
    phone: `98${String((id * 7919) % 100_000_000).padStart(8, "0")}`,
  };
  const email = `${given}.${family}.${id}@example.com`.toLowerCase();
  tables.users.add(id, email, buyer.name, "customer", NO_PASSWORD, at, at);
  return buyer;
}

/** The planned sweet that most ask for is sold out today, and has a few packs left on the day after tomorrow. */
function lastDemands(sweets: Sweet[], stock: SampleStock, today: number, until: number): Demand<Sweet>[] {
  const sweet = sweets.find(({ week }) => week !== null);
  const [smallest] = [...(sweet?.packs ?? [])].sort((a, b) => a.units - b.units);
  const spare = sweets.find(({ week, packs }) => week === null && packs.length > 0);
  if (!sweet || !smallest || !spare?.packs[0]) return [];
  const kept = 3 * Math.max(...sweet.packs.map((pack) => (pack.isDefault ? pack.units : 0)));
  const order = (channel: "counter" | "web", day: number | null, units: number): Demand<Sweet>[] =>
    units < smallest.units
      ? []
      : [
          {
            ...{ kind: "order", at: until, buyer: 0.5, channel, day, method: null, pincode: null, window: 0 },
            lines: [{ sweet, pack: smallest, quantity: Math.floor(units / smallest.units) }],
            spare: { sweet: spare, pack: spare.packs[0] as OrderDemand<Sweet>["spare"]["pack"], quantity: 1 },
            ...{
              giftWrap: false,
              payBy: channel === "web" ? "cod" : "card",
              fate: 0.5,
              payment: 0.5,
              cancelAfter: null,
            },
          },
        ];
  return [
    ...order("counter", null, sweet.stock),
    ...order("web", today + 2, stock.left(sweet, today + 2, until) - kept),
  ];
}

type Records = {
  tables: Tables;
  buyers: readonly Buyer[];
  sweets: readonly Sweet[];
  staff: number | null;
  until: number;
  days: number;
  random: ReturnType<typeof randomOf>;
  ids: { carts: number };
};

/** What a shop has beside its orders: sessions, carts that hold nothing, and enquiries, the latest of which are open. */
function addRecords({ tables, buyers, sweets, staff, until, days, random, ids }: Records) {
  const hex = (id: number, of: number) =>
    (BigInt(id) * 0x9e3779b97f4a7c15n + BigInt(of)).toString(16).padStart(64, "0");
  for (const { id } of buyers) {
    const at = until - random.next() * 29 * DAY_MS;
    const [time, expiry] = [timeOf(at), timeOf(at + 30 * DAY_MS)];
    if (id % 5 < 2)
      tables.sessions.add(
        hex(id, 1),
        id,
        "browser",
        "Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile",
        time,
        time,
        expiry,
      );
    if (id % 10 >= 6) continue;
    const cart = ++ids.carts;
    tables.carts.add(cart, id % 10 < 4 ? id : null, id % 10 < 4 ? null : hex(id, 2), time, time);
    for (const sweet of new Set([random.pick(sweets), random.pick(sweets)]))
      tables.cart_lines.add(cart, sweet.id, sweet.packs.find(({ isDefault }) => isDefault)?.id, 1 + (id % 3), 0);
  }
  const enquiries = Math.max(6, Math.round(days * 0.7));
  for (let i = 0; i < enquiries; i++) {
    const at = until - ((enquiries - i - random.next()) * days * DAY_MS) / enquiries;
    const { name, phone, id } = random.pick(buyers);
    const who = [name, `customer.${id}@example.com`, phone];
    const dealtWith = i < enquiries - 3 ? [timeOf(Math.min(until, at + 20 * HOUR_MS)), staff] : [null, null];
    if (i % 3 > 0)
      tables.enquiries.add(
        ...["contact", ...who, "A question", "Do you deliver to Pune on Sundays, and how long does the barfi keep?"],
        ...[null, null, null, null, timeOf(at), ...dealtWith],
      );
    else
      tables.enquiries.add(
        ...["custom_order", ...who, null, "Boxes of assorted mithai with our names on the lid, please.", "Wedding"],
        ...[
          dayText(Math.floor(at / DAY_MS) + 30),
          `${5 * (2 + (i % 9))} kg`,
          "₹30,000 to ₹60,000",
          timeOf(at),
          ...dealtWith,
        ],
      );
  }
}

/** What is counted rather than listed: stock, places and series; and the next ids. */
async function store(
  tx: postgres.TransactionSql,
  sweets: readonly Sweet[],
  { places, series }: { places: Map<string, number>; series: Map<string, number> },
) {
  await tx`
    update sweets s set quantity = n.stock from jsonb_to_recordset(${tx.json(sweets.map(({ id, stock }) => ({ id, stock })))}) n(id int, stock int)
    where s.id = n.id and s.quantity <> n.stock`;
  const rows = [...places].map(([key, taken]) => {
    const [date, from, pool] = key.split(" ");
    return { date, from, pool, taken };
  });
  await tx`
    insert into slot_places (date, from_time, pool, taken)
    select date, "from", pool, taken from jsonb_to_recordset(${tx.json(rows as never)}) p(date date, "from" text, pool text, taken int)
    on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = excluded.taken`;
  const numbers = [...series].map(([key, last]) => ({ prefix: key.split(" ")[0], year: key.split(" ")[1], last }));
  await tx`
    insert into invoice_series (prefix, year, last)
    select prefix, year, last from jsonb_to_recordset(${tx.json(numbers as never)}) s(prefix text, year text, last int)
    on conflict (prefix, year) do update set last = excluded.last`;
  for (const table of ["users", "orders", "order_status_history", "payments", "invoices", "carts"])
    await tx`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(1, (select max(id) from ${tx(table)})))`;
}
