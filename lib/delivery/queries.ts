import { and, between, eq, gt, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { slotPlaces, sweets } from "@/db/schema";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { toRupees } from "@/lib/money";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import type { WindowSettings } from "@/lib/settings/schema";
import { ALTERNATIVES, type DeliveryMethod, type PlacePool } from "./constants";
import { capacityOf, methodOf } from "./fulfilment";
import { areaOf, bookableDays, feeOf, isReachable, type Slot, windowsOn } from "./rules";
import type { DeliveryQuery } from "./schema";

const p = sql.placeholder;

const selectTaken = prepared((db) =>
  db
    .select({ date: slotPlaces.date, from: slotPlaces.from, pool: slotPlaces.pool, taken: slotPlaces.taken })
    .from(slotPlaces)
    .where(and(between(slotPlaces.date, p("first"), p("last")), gt(slotPlaces.taken, 0)))
    .prepare("places_taken"),
);

const placeKey = (date: string, from: string, pool: PlacePool) => `${date} ${from} ${pool}`;

/** How many places of each window are taken from a day to a day, by `placeKey`. */
async function takenPlaces(first: string, last: string, db: Executor): Promise<Map<string, number>> {
  const rows = await selectTaken(db).execute({ first, last });
  return new Map(rows.map(({ date, from, pool, taken }) => [placeKey(date, from, pool), taken]));
}

const selectFacts = prepared((db) =>
  db
    .select({ id: sweets.id, price: sweets.price, prepHours: sweets.prepHours, travels: sweets.travels })
    .from(sweets)
    .where(and(sql`${sweets.id} = any(${p("ids")}::int[])`, sql`${sweets.deletedAt} is null`))
    .prepare("delivery_facts"),
);

/** What decides about the delivery of some sweets: their value in rupees, the longest preparation, and which do not travel. */
async function factsOf(items: DeliveryQuery["items"] = [], db: Executor) {
  if (items.length === 0) return { subtotal: 0, prepHours: 0, blocked: [] };
  const rows = await selectFacts(db).execute({ ids: items.map(({ productId }) => productId) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const paise = items.reduce((sum, { productId, quantity }) => sum + (byId.get(productId)?.price ?? 0) * quantity, 0);
  return {
    subtotal: toRupees(paise),
    prepHours: rows.reduce((longest, { prepHours }) => Math.max(longest, prepHours), 0),
    blocked: rows.filter(({ travels }) => !travels).map(({ id }) => id),
  };
}

/** A window that is offered, with the number of places left. */
export type OfferedSlot = { from: string; to: string; left: number };
export type OfferedDay = { date: string; slots: OfferedSlot[] };

export type MethodOffer = {
  method: DeliveryMethod;
  /** Money in rupees; `fee` is for the sweets that were asked about. */
  fee: number;
  freeFrom: number | null;
  minimum: number | null;
  /** Such as '1-3 days'; null where windows say it exactly. */
  estimate: string | null;
  /** Days with a window that can be chosen. */
  days: OfferedDay[];
};

export type DeliveryOffers = {
  pincode: string;
  served: boolean;
  area: { name: string; kind: "local" | "courier" } | null;
  methods: MethodOffer[];
  /** Sweets that do not travel by courier, when that is how the pincode is served. */
  blocked: number[];
  /** The shop's day, so that a page can say 'Today'. */
  today: string;
};

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
    const slots = windowsOn(windows, date).flatMap((window) => {
      const left = capacityOf(window, pool, settings) - (taken.get(placeKey(date, window.from, pool)) ?? 0);
      const isOffered = left > 0 && isReachable(window, leadMinutes, prepHours, now);
      return isOffered ? [{ from: window.from, to: window.to, left }] : [];
    });
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
  const days = bookableDays(windows, now);
  const [{ subtotal, prepHours, blocked }, taken] = await Promise.all([
    factsOf(items, db),
    takenPlaces(days[0] ?? "", days.at(-1) ?? "", db),
  ]);
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

/** The next windows after one that is full, for a method and its area's lead time. */
export async function alternativesTo(
  slot: Omit<Slot, "to">,
  wanted: Wanted,
  settings: Settings,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<Slot[]> {
  const days = bookableDays(settings.values.windows, now);
  const taken = await takenPlaces(days[0] ?? "", days.at(-1) ?? "", db);
  return offeredDays(wanted, settings, taken, now)
    .flatMap(({ date, slots }) => slots.map(({ from, to }) => ({ date, from, to })))
    .filter(({ date, from }) => `${date} ${from}` > `${slot.date} ${slot.from}`)
    .slice(0, ALTERNATIVES);
}

const selectPrepHours = prepared((db) =>
  db
    .select({ prepHours: sql<number>`coalesce(max(${sweets.prepHours}), 0)::int` })
    .from(sweets)
    .where(sql`${sweets.id} = any(${p("ids")}::int[])`)
    .prepare("longest_prep_hours"),
);

/** The longest preparation of some sweets, in hours. */
export async function longestPrepHours(ids: number[], db: Executor = readDb()): Promise<number> {
  const [row] = await selectPrepHours(db).execute({ ids });
  return row?.prepHours ?? 0;
}

const selectPlaces = prepared((db) =>
  db
    .select({ from: slotPlaces.from, taken: slotPlaces.taken })
    .from(slotPlaces)
    .where(and(eq(slotPlaces.date, p("date")), eq(slotPlaces.pool, p("pool"))))
    .prepare("places_of_day"),
);

/** Every window of a day with its capacity and the places taken, whether shoppers can book it or not: for the owner. */
export async function windowsOfDay(
  date: string,
  pool: PlacePool,
  db: Executor = readDb(),
): Promise<(Slot & { capacity: number; taken: number })[]> {
  const settings = await currentSettings();
  const rows = await selectPlaces(db).execute({ date, pool });
  const taken = new Map(rows.map((row) => [row.from, row.taken]));
  return windowsOn(settings.values.windows, date).map((window) => ({
    ...window,
    capacity: capacityOf(window, pool, settings),
    taken: taken.get(window.from) ?? 0,
  }));
}
