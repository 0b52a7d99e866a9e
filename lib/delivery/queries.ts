import { and, asc, between, eq, gt, gte, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import { packs, slotPlaces, sweets } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { toRupees } from "@/lib/money";
import { currentSettings, type Settings, settingsForPage } from "@/lib/settings/queries";
import type { WindowSettings } from "@/lib/settings/schema";
import { ALTERNATIVES, type PlacePool } from "./constants";
import { deliveryFacts } from "./facts";
import { capacityOf, methodOf } from "./fulfilment";
import type { deliveryResponse } from "./responses";
import { areaOf, bookableDays, feeOf, findWindow, momentOf, prepMinutesFor, type Slot, windowsOn } from "./rules";
import type { DeliveryQuery } from "./schema";

type Taken = [date: string, from: string, pool: PlacePool, taken: number];

type Asked = { ids: number[]; quantities: number[]; packs: (number | null)[]; first: string; last: string };

/**
 * What decides about the delivery of some sweets: their value in paise, the longest preparation in hours, which do not travel, and how
 * many places of the windows are taken from a day to a day. One statement, because every shopper with a pincode asks it.
 */
const selectFacts = built((db, asked: Asked) =>
  db
    .select({
      // A pack that the sweet does not have is counted as its default pack: here it is only a question.
      subtotal: sql<number>`coalesce(sum(coalesce(${packs.price}, ${sweets.price}) * item.quantity), 0)::bigint`,
      prepHours: sql<number>`coalesce(max(${sweets.prepHours}), 0)::int`,
      blocked: sql<number[]>`coalesce(array_agg(distinct ${sweets.id}) filter (where not ${sweets.travels}), '{}')`,
      taken: sql<Taken[]>`coalesce((
        select json_agg(json_build_array(${slotPlaces.date}, ${slotPlaces.from}, ${slotPlaces.pool}, ${slotPlaces.taken}))
        from ${slotPlaces}
        where ${between(slotPlaces.date, sql`${asked.first}::date`, sql`${asked.last}::date`)} and ${gt(slotPlaces.taken, 0)}), '[]')`,
    })
    .from(
      sql`unnest(${asked.ids}::int[], ${asked.quantities}::int[], ${asked.packs}::int[]) as item(id, quantity, pack)`,
    )
    .innerJoin(sweets, and(eq(sweets.id, sql`item.id`), isNull(sweets.deletedAt)))
    .leftJoin(packs, and(eq(packs.sweetId, sweets.id), eq(packs.id, sql`item.pack`))),
);

const placeKey = (date: string, from: string, pool: PlacePool) => `${date} ${from} ${pool}`;

/** The facts about the items and the bookable days; `taken` by `placeKey`, `subtotal` in rupees. */
async function readFacts(items: DeliveryQuery["items"] = [], windows: WindowSettings, now: Date, db: Executor) {
  const first = indiaDay(now);
  const asked: Asked = {
    ids: items.map(({ productId }) => productId),
    quantities: items.map(({ quantity }) => quantity),
    packs: items.map(({ packId }) => packId ?? null),
    first,
    last: addDays(first, windows.bookableDays - 1),
  };
  const [facts] = await run(selectFacts(db, asked));
  if (!facts) throw new Error("an aggregate returned no row");
  const taken = new Map(facts.taken.map(([date, from, pool, count]) => [placeKey(date, from, pool), count]));
  return { ...facts, subtotal: toRupees(facts.subtotal), taken };
}

/** How, when and for how much some sweets come to a pincode, as the API answers it. Money in rupees. */
export type DeliveryOffers = z.infer<typeof deliveryResponse>;
export type MethodOffer = DeliveryOffers["methods"][number];
/** A day with a window that can be chosen. */
export type OfferedDay = MethodOffer["days"][number];

type Wanted = { pool: PlacePool; leadMinutes: number; prepHours: number };

/** The windows that are offered: each begins late enough and has a place left. Days without one are left out. */
function offeredDays(
  { pool, leadMinutes, prepHours }: Wanted,
  settings: Settings,
  taken: Map<string, number>,
  now: Date,
): OfferedDay[] {
  const { windows } = settings.values;
  return bookableDays(windows, now).flatMap((date) => {
    const slots = windowsOn(windows, date)
      .filter((window) => prepHours * 60 < prepMinutesFor(window, leadMinutes, now))
      .map((window) => ({
        from: window.from,
        to: window.to,
        left: capacityOf(window, pool, settings) - (taken.get(placeKey(date, window.from, pool)) ?? 0),
      }))
      .filter(({ left }) => left > 0);
    return slots.length > 0 ? [{ date, slots }] : [];
  });
}

const hasWindows = ({ week, dates }: WindowSettings) =>
  week.length > 0 || dates.some(({ windows }) => windows.length > 0);

/** How, when and for how much some sweets come to a pincode, or can be picked up. */
export async function quoteDelivery(
  { pincode, items }: DeliveryQuery,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<DeliveryOffers> {
  const settings = await currentSettings();
  const { areas, windows } = settings.values;
  const { subtotal, prepHours, blocked, taken } = await readFacts(items, windows, now, db);
  const area = areaOf(areas, pincode);
  const methods: MethodOffer[] = [];
  if (area) {
    const method = methodOf(area);
    methods.push({
      method,
      fee: feeOf(area, subtotal),
      freeFrom: area.freeFrom,
      minimum: area.minimum,
      estimate: area.estimate,
      days:
        method === "delivery"
          ? offeredDays({ pool: "delivery", leadMinutes: area.leadMinutes, prepHours }, settings, taken, now)
          : [],
    });
  }
  if (hasWindows(windows) && windows.pickupCapacity > 0)
    methods.push({
      method: "pickup",
      fee: 0,
      freeFrom: null,
      minimum: null,
      estimate: null,
      days: offeredDays({ pool: "pickup", leadMinutes: 0, prepHours }, settings, taken, now),
    });
  return {
    pincode,
    served: area !== null,
    area: area && { name: area.name, kind: area.kind },
    methods,
    blocked: area?.kind === "courier" ? blocked : [],
    today: indiaDay(now),
  };
}

/** The next windows after one that is full, for the sweets of an order and the lead time of its area. */
export async function alternativesTo(
  slot: Omit<Slot, "to">,
  { pool, leadMinutes, sweets }: { pool: PlacePool; leadMinutes: number; sweets: number[] },
  settings: Settings,
): Promise<Slot[]> {
  const now = shopNow();
  const items = sweets.map((productId) => ({ productId, quantity: 1 }));
  const { prepHours, taken } = await readFacts(items, settings.values.windows, now, readDb());
  return offeredDays({ pool, leadMinutes, prepHours }, settings, taken, now)
    .flatMap(({ date, slots }) => slots.map(({ from, to }) => ({ date, from, to })))
    .filter(({ date, from }) => `${date} ${from}` > `${slot.date} ${slot.from}`)
    .slice(0, ALTERNATIVES);
}

/** Every window of a day with its capacity and the places taken, whether shoppers can book it or not: for the owner. */
export async function windowsOfDay(date: string, pool: PlacePool) {
  const settings = await currentSettings();
  const rows = await readDb()
    .select({ from: slotPlaces.from, taken: slotPlaces.taken })
    .from(slotPlaces)
    .where(and(eq(slotPlaces.date, date), eq(slotPlaces.pool, pool)));
  const taken = new Map(rows.map((row) => [row.from, row.taken]));
  return windowsOn(settings.values.windows, date).map((window) => ({
    ...window,
    capacity: capacityOf(window, pool, settings),
    taken: taken.get(window.from) ?? 0,
  }));
}

/**
 * The windows to come that a change takes away or makes too small for the orders in them. Those that were already too small before the
 * change, and still have as many places, are left out. Admins only.
 */
export async function affectedWindows(
  actor: Actor,
  before: WindowSettings,
  after: WindowSettings,
  db: Executor = readDb(),
  now = shopNow(),
) {
  assertAdmin(actor);
  const rows = await db
    .select({ date: slotPlaces.date, from: slotPlaces.from, pool: slotPlaces.pool, taken: slotPlaces.taken })
    .from(slotPlaces)
    .where(and(gte(slotPlaces.date, indiaDay(now)), gt(slotPlaces.taken, 0)))
    .orderBy(asc(slotPlaces.date), asc(slotPlaces.from), asc(slotPlaces.pool));
  return rows.flatMap(({ date, from, pool, taken }) => {
    const [old, window] = [findWindow(before, { date, from }), findWindow(after, { date, from })];
    // Without a window before, nothing is taken away: its orders were affected by an earlier change.
    if (!old || momentOf(date, old.to) <= now.getTime()) return [];
    const capacity = capacityOf(window, pool, { values: { windows: after } });
    if (capacity >= taken || capacity === capacityOf(old, pool, { values: { windows: before } })) return [];
    // `orders`: how many orders hold a place. `capacity`: how many it takes; null when there is no such window any more.
    return [{ date, from, to: old.to, pool, orders: taken, capacity: window ? capacity : null }];
  });
}

/** A window to come in which orders hold more places than it has. */
export type AffectedWindow = Awaited<ReturnType<typeof affectedWindows>>[number];

/** What pages say in general about delivery. */
export const deliveryForPage = async () => deliveryFacts((await settingsForPage()).values);
