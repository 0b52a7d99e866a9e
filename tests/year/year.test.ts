// `npm test -- year`: a year with its festivals, by the shop's own commands and a moved clock. The days come from a seed: orders by pages
// and at the till, carts that change their day, cancels, batches, corrections and what is thrown away.
// Slow: a command for each of these, one after the other; about six minutes.
import { beforeAll, expect, test, vi } from "vitest";
import { checkStock } from "@/db/check-stock";
import { emptyCart, reserve, updateCart } from "@/lib/cart/commands";
import { restock, throwAway } from "@/lib/catalogue/commands";
import { addDays } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { cancelOrder, purchase, refundOrder, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { orderInput } from "@/lib/orders/schema";
import { enterBatch } from "@/lib/plans/batch-commands";
import { windowsOn } from "@/lib/settings/calendar";
import { saveSettings } from "@/lib/settings/commands";
import { currentSettings, forgetSettings } from "@/lib/settings/queries";
import type { Festival } from "@/lib/settings/schema";
import {
  type Demand,
  dayNumber,
  dayText,
  demandsOf,
  HOUR_MS,
  type OrderDemand,
  type Sold,
} from "@/scripts/sample-shop/stream";
import { expectPlacesRight, expectPlansRight, expectStockRight } from "../support/database";
import { anAdmin, customers } from "../support/factories";
import { pool, sql } from "../support/sql";
import { expectPaiseRight, expectUnitsRight } from "../support/sums";

const clock = vi.hoisted(() => ({ now: new Date("2026-12-31T22:00:00Z") }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now, recordedUntil: (moment: Date) => moment }));

// YEAR_UNTIL ends it earlier, to try it.
const span = { from: "2027-01-01", to: process.env.YEAR_UNTIL || "2027-12-31" };
const feasts = [
  ["makar-sankranti", "Makar Sankranti", "2027-01-15"],
  ["holi", "Holi", "2027-03-22"],
  ["gudi-padwa", "Gudi Padwa", "2027-04-07"],
  ["raksha-bandhan", "Raksha Bandhan", "2027-08-17"],
  ["ganesh-chaturthi", "Ganesh Chaturthi", "2027-09-04"],
  ["diwali", "Diwali", "2027-10-29"],
] as const;

type Step = { at: number; run: () => Promise<unknown> };
type YearSweet = Sold & { stock: number };
const admin = await anAdmin();
const buyers = await customers(40);
const refused: Record<string, number> = {};
let sweets: YearSweet[] = [];
let festivals: Festival[] = [];

/** What a refusal of the shop answers is a part of the year; anything else fails. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refused[error.code] = (refused[error.code] ?? 0) + 1;
    return undefined;
  }
}

beforeAll(async () => {
  const units = 10;
  await sql`
    insert into plans (sweet_id, week, order_by_days, order_by_time)
    select id, array_fill(${units}::int, array[7]), 1, '20:00' from sweets where shelf_life_days <= 5 and deleted_at is null order by id limit 12
    on conflict (sweet_id) do update set week = excluded.week`;
  sweets = await sql<YearSweet[]>`
    select s.id, s.name, s.hsn, s.travels, s.quantity as stock, p.packs, pl.week from sweets s left join plans pl on pl.sweet_id = s.id
    join (
      select sweet_id, json_agg(json_build_object('id', id, 'label', label, 'grams', grams, 'units', units, 'price', price, 'isDefault', is_default)) as packs
      from packs where active group by 1
    ) p on p.sweet_id = s.id where s.deleted_at is null order by (pl.week is null), s.id limit 30`;
  const planned = sweets.filter(({ week }) => week !== null).map(({ id }) => id);
  festivals = feasts.map(([slug, name, day]) => ({
    ...{ slug, name, text: null, days: [addDays(day, -1), day], sweets: planned.slice(0, 6) },
    ...{ opensAt: `${addDays(day, -21)}T03:30:00.000Z`, closesAt: `${addDays(day, -3)}T14:30:00.000Z` },
  }));
  forgetSettings();
  const { versions } = await currentSettings();
  await saveSettings(admin, "festivals", { version: versions.festivals, value: festivals }, pool);
  // More is planned for the festivals.
  for (const { days, sweets: ids } of festivals)
    for (const day of days)
      for (const id of ids)
        await sql`insert into plan_days (sweet_id, day, capacity, is_own) values (${id}, ${day}, ${3 * units}, true) on conflict do nothing`;
});

async function order(demand: OrderDemand<YearSweet>, later: (step: Step) => void) {
  const buyer = buyers[Math.floor(buyers.length * demand.buyer)];
  if (!buyer) return;
  const today = dayNumber(dayText(Math.floor((demand.at + 5.5 * HOUR_MS) / (24 * HOUR_MS))));
  const day = demand.day !== null && demand.day > today ? dayText(demand.day) : null;
  const kept = [];
  for (const line of [...demand.lines, demand.spare]) {
    const { sweet, pack, quantity } = line;
    if (demand.channel === "api") kept.push(line);
    else if (await attempt(() => reserve(buyer, { productId: sweet.id, packId: pack.id, quantity, day }, pool)))
      kept.push(line);
  }
  // Some look at another day and come back.
  if (day && demand.fate < 0.25) {
    await attempt(() => updateCart(buyer, { day: addDays(day, 1) }, pool));
    await attempt(() => updateCart(buyer, { day }, pool));
  }
  const { values } = await currentSettings();
  const windows = demand.day === null ? [] : windowsOn(values.windows, dayText(demand.day));
  const window = windows[Math.floor(windows.length * demand.window)];
  const slot =
    window && demand.method !== "courier" && demand.method ? { date: window.date, from: window.from } : undefined;
  const input = orderInput.parse({
    items: kept.map(({ sweet, pack, quantity }) => ({ productId: sweet.id, packId: pack.id, quantity })),
    delivery: {
      ...{ recipientName: "Somebody", deliveryAddress: "12 Sample Road, Mumbai", phoneNumber: "98200 00000" },
      ...(slot && { slot, method: demand.method, ...(demand.method === "delivery" && { pincode: demand.pincode }) }),
      ...(!slot && day && { day }),
    },
    giftWrap: demand.giftWrap,
  });
  const placed = await attempt(() =>
    placeOrder(buyer, input, { channel: demand.channel === "api" ? "api" : "web" }, pool),
  );
  await emptyCart(buyer, pool);
  if (!placed) return;
  const { id, total } = placed;
  const due = Date.parse(`${slot?.date ?? day ?? addDays(dayText(today), 1)}T${slot?.from ?? "14:00"}:00+05:30`);
  if (demand.cancelAfter !== null) {
    const at = demand.at + (due - demand.at) * demand.cancelAfter;
    return later({ at, run: () => attempt(() => cancelOrder(buyer, id, pool)) });
  }
  later({ at: due, run: () => attempt(() => setOrderStatus(admin, id, "Shipped", pool)) });
  later({
    at: due + HOUR_MS,
    run: () => attempt(() => setOrderStatus(admin, id, "Completed", pool, { received: total })),
  });
  if (demand.fate < 0.02)
    later({
      at: due + 20 * HOUR_MS,
      run: () => attempt(() => refundOrder(admin, id, { amount: total, reason: "Returned" }, pool)),
    });
}

async function live(demand: Demand<YearSweet>, day: string, later: (step: Step) => void) {
  if (demand.kind === "order" && demand.channel !== "counter") return order(demand, later);
  if (demand.kind === "order") {
    for (const { sweet, pack, quantity } of demand.lines)
      await attempt(() =>
        purchase(
          admin,
          sweet.id,
          {
            quantity,
            packId: pack.id,
            payment: demand.payBy === "cod" ? "cash" : demand.payBy,
          },
          pool,
        ),
      );
    return;
  }
  const { id } = demand.sweet;
  if (demand.kind === "batch") {
    const [row] = await sql`select capacity from plan_days where sweet_id = ${id} and day = ${day}`;
    const capacity = row?.capacity ?? demand.sweet.week?.[0] ?? 0;
    const units = demand.part < 0 ? Math.round(demand.part * capacity) : Math.ceil(demand.part * capacity);
    if (units !== 0) await attempt(() => enterBatch(admin, { productId: id, day, units }, pool));
    return;
  }
  const [row] = await sql`select quantity / default_units as packs from sweets where id = ${id}`;
  const quantity = Math.floor((row?.packs ?? 0) * demand.part);
  if (quantity > 0) await attempt(() => throwAway(admin, id, { quantity, reason: "Past its best" }, pool));
}

test("a year: promised is set aside or short, and what came is sold, thrown away or there", async () => {
  const steps: Step[] = [];
  for (const { day, demands } of demandsOf({ ...span, ordersPerDay: 12, seed: 2027, festivals }, sweets)) {
    const until = Date.parse(`${dayText(day + 1)}T00:00:00+05:30`);
    for (const { id, week } of sweets) {
      const [row] = await sql`select low from sweets where id = ${id}`;
      if (!week && row?.low) await restock(admin, id, { quantity: 40 }, pool);
    }
    for (const demand of demands)
      steps.push({ at: demand.at, run: () => live(demand, dayText(day), (step) => steps.push(step)) });
    for (;;) {
      steps.sort((a, b) => a.at - b.at);
      const step = steps[0];
      if (!step || step.at >= until) break;
      steps.shift();
      clock.now = new Date(step.at);
      await step.run();
    }
  }
  const [count] =
    await sql`select count(*)::int as orders, count(*) filter (where day is not null)::int as later from orders`;
  console.log("orders", count, "refused", refused);
  expect(count?.later).toBeGreaterThan(100);
  await expectUnitsRight();
  await expectPaiseRight();
  await expectStockRight();
  await expectPlansRight();
  await expectPlacesRight();
  expect((await checkStock(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
});
