import { and, asc, between, eq, gt, gte, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import type { PlacePool } from "@/db/constants/delivery";
import { cartLines, carts, packs, plans, slotPlaces, sweets } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { type Actor, isShopper, type May } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { toRupees } from "@/lib/money";
import type { Owner } from "@/lib/order-access";
import { cartDays, deliveryDays, findWindow, momentOf, type Slot, windowsOn } from "@/lib/settings/calendar";
import { currentSettings, type Settings, settingsForPage } from "@/lib/settings/queries";
import type { SettingValues, WindowSettings } from "@/lib/settings/schema";
import { lastBookable, loadPlans } from "@/lib/stock/load-plans";
import { isDayFor, servesDay } from "@/lib/stock/plan-rules";
import { ALTERNATIVES } from "./constants";
import { deliveryFacts } from "./facts";
import { capacityOf, methodOf } from "./fulfilment";
import type { deliveryResponse } from "./responses";
import { areaOf, feeOf, prepMinutesFor } from "./rules";
import type { DeliveryQuery } from "./schema";

type Taken = [date: string, from: string, pool: PlacePool, taken: number];

type Asked = { ids: number[]; quantities: number[]; packs: (number | null)[]; first: string; last: string };

/** What is asked for: a line, and the units that it needs of its sweet. */
type WantedLine = { sweetId: number; isPlanned: boolean; packId: number; quantity: number; units: number };

/**
 * What decides about the delivery of some sweets: their value in paise, the longest preparation in hours, which do not travel, and how
 * many places of the windows are taken from a day to a day. One statement, because every shopper with a pincode asks it.
 */
const selectFacts = built((db, asked: Asked) =>
  db
    .select({
      // A pack that the sweet does not have is counted as its default pack: here it is only a question.
      subtotal: sql<number>`coalesce(sum(coalesce(${packs.price}, ${sweets.price}) * item.quantity), 0)::bigint`,
      // For what is made for the day its plan says until when it can be ordered.
      prepHours: sql<number>`coalesce(max(${sweets.prepHours}) filter (where ${plans.sweetId} is null), 0)::int`,
      wanted: sql<
        WantedLine[]
      >`coalesce(json_agg(json_build_object('sweetId', ${sweets.id}, 'isPlanned', ${plans.sweetId} is not null,
        'packId', ${packs.id}, 'quantity', item.quantity, 'units', item.quantity * ${packs.units})), '[]')`,
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
    .leftJoin(
      packs,
      and(
        eq(packs.sweetId, sweets.id),
        sql`case when exists (select from ${packs} named where named.id = item.pack and named.sweet_id = ${sweets.id})
          then ${packs.id} = item.pack else ${packs.isDefault} end`,
      ),
    )
    .leftJoin(plans, eq(plans.sweetId, sweets.id)),
);

const placeKey = (date: string, from: string, pool: PlacePool) => `${date} ${from} ${pool}`;

/** The facts about the items and the bookable days; `taken` by `placeKey`, `subtotal` in rupees. */
async function readFacts(
  items: DeliveryQuery["items"] = [],
  values: Pick<SettingValues, "windows" | "festivals">,
  now: Date,
  db: Executor,
) {
  const first = indiaDay(now);
  const asked: Asked = {
    ids: items.map(({ productId }) => productId),
    quantities: items.map(({ quantity }) => quantity),
    packs: items.map(({ packId }) => packId ?? null),
    first,
    last: lastBookable(values, now),
  };
  const [facts] = await run(selectFacts(db, asked));
  if (!facts) throw new Error("an aggregate returned no row");
  const taken = new Map(facts.taken.map(([date, from, pool, count]) => [placeKey(date, from, pool), count]));
  return { ...facts, subtotal: toRupees(facts.subtotal), taken };
}

const selectHolds = (db: Executor, { userId, tokenHash }: Owner) =>
  db
    .select({
      sweetId: cartLines.sweetId,
      packId: cartLines.packId,
      day: cartLines.day,
      held: cartLines.held,
      units: sql<number>`${cartLines.held} * ${packs.units}`,
    })
    .from(cartLines)
    .innerJoin(carts, eq(carts.id, cartLines.cartId))
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .where(
      and(
        userId === null ? eq(carts.tokenHash, tokenHash ?? "") : eq(carts.userId, userId),
        gt(cartLines.expiresAt, sql`clock_timestamp()`),
      ),
    );

/**
 * Whether a day has what is asked for of sweets that are made for the day. What the caller holds for it counts, and what the caller holds wholly
 * from stock needs no plan. Today everything comes from stock. `own`: the day of an order that has it already.
 */
async function dayFilter(
  lines: readonly WantedLine[],
  actor: Actor | null,
  settings: Settings,
  now: Date,
  db: Executor,
  own: string | null = null,
): Promise<(day: string) => boolean> {
  const { values } = settings;
  const planned = lines.filter(({ isPlanned }) => isPlanned);
  const isForDay = (day: string) => isDayFor(lines, day, values, now);
  if (planned.length === 0) return (day) => day === own || (deliveryDays(values, now).includes(day) && isForDay(day));
  const today = indiaDay(now);
  const ids = [...new Set(planned.map(({ sweetId }) => sweetId))];
  const [found, holds] = await Promise.all([
    loadPlans(db, ids, today, lastBookable(values, now)),
    actor && isShopper(actor) ? run(selectHolds(db, ownerOf(actor))) : [],
  ]);
  const isHeldFromStock = ({ packId, quantity }: WantedLine) =>
    holds.some((hold) => hold.packId === packId && hold.day === null && hold.held >= quantity);
  const fromPlan = planned.filter((line) => !isHeldFromStock(line));
  const sums = ids.map((sweetId) => ({
    sweetId,
    units: fromPlan.filter((line) => line.sweetId === sweetId).reduce((sum, { units }) => sum + units, 0),
    own: new Map<string, number>(),
  }));
  for (const { sweetId, day, units } of holds) {
    const own = sums.find((sum) => sum.sweetId === sweetId)?.own;
    if (day !== null) own?.set(day, (own.get(day) ?? 0) + units);
  }
  const isServed = (day: string) =>
    sums.every(({ sweetId, ...wanted }) => {
      const sweet = found.get(sweetId);
      return !sweet || servesDay(sweet, wanted, day, values, now);
    });
  return (day) => day === own || (isForDay(day) && (day === today || isServed(day)));
}

/** How, when and for how much some sweets come to a pincode, as the API answers it. Money in rupees. */
export type DeliveryOffers = z.infer<typeof deliveryResponse>;
export type MethodOffer = DeliveryOffers["methods"][number];
/** A day with a window that can be chosen. */
export type OfferedDay = MethodOffer["days"][number];

type Wanted = { pool: PlacePool; leadMinutes: number; prepHours: number; serves: (day: string) => boolean };

/** The windows that are offered: each begins late enough and has a place left. Days without one are left out. */
function offeredDays(
  { pool, leadMinutes, prepHours, serves }: Wanted,
  settings: Settings,
  taken: Map<string, number>,
  now: Date,
): OfferedDay[] {
  const { windows } = settings.values;
  return cartDays(settings.values, now)
    .filter(serves)
    .flatMap((date) => {
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

/** How, when and for how much some sweets come to a pincode, or can be picked up. `actor`: whose holds count; `own`: as for `dayFilter`. */
export async function quoteDelivery(
  actor: Actor | null,
  { pincode, items }: DeliveryQuery,
  db = readDb(),
  now = shopNow(),
  own: string | null = null,
): Promise<DeliveryOffers> {
  const settings = await currentSettings();
  const { areas, windows } = settings.values;
  const { subtotal, prepHours, blocked, taken, wanted } = await readFacts(items, settings.values, now, db);
  const serves = await dayFilter(wanted, actor, settings, now, db, own);
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
          ? offeredDays({ pool: "delivery", leadMinutes: area.leadMinutes, prepHours, serves }, settings, taken, now)
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
      days: offeredDays({ pool: "pickup", leadMinutes: 0, prepHours, serves }, settings, taken, now),
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

export type WantedItems = NonNullable<DeliveryQuery["items"]>;

/** The next windows after one that is full, for what an order has and the lead time of its area. */
export async function alternativesTo(
  slot: Omit<Slot, "to">,
  { pool, leadMinutes, items, day }: Omit<Wanted, "prepHours" | "serves"> & { items: WantedItems; day?: string | null },
  settings: Settings,
): Promise<Slot[]> {
  const now = shopNow();
  const { prepHours, taken, wanted } = await readFacts(items, settings.values, now, readDb());
  const serves = await dayFilter(wanted, null, settings, now, readDb(), day);
  return offeredDays({ pool, leadMinutes, prepHours, serves }, settings, taken, now)
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
 * change, and still have as many places, are left out.
 */
export async function affectedWindows(
  _actor: May<"opening:read">,
  before: WindowSettings,
  after: WindowSettings,
  db = readDb(),
  now = shopNow(),
) {
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
