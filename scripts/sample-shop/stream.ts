import type { Festival } from "@/lib/settings/schema";

/*
 * What happens in a shop, day by day, from a seed: the same for the same options, on every machine. It is what people want and the kitchen
 * does; whether there is enough is decided by whoever reads it, the sample shop of orders.ts or the shop's own commands. Days are numbers since
 * 1970, instants milliseconds, both for Asia/Kolkata; money is in paise.
 */

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00Z`) / DAY_MS;
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const instantOf = (day: number, minutes: number): number => day * DAY_MS + (minutes - 330) * MINUTE_MS;
export const dayAt = (at: number): number => Math.floor((at + 330 * MINUTE_MS) / DAY_MS);
/** 1 is Monday. */
export const weekdayOf = (day: number): number => ((day + 3) % 7) + 1;

/** Pseudo-random numbers from a seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]) => list[below(list.length)] as T;
  return { next, below, pick, chance: (part: number) => next() < part };
}

export type Pack = {
  id: number;
  label: string;
  grams: number | null;
  units: number;
  price: number;
  isDefault: boolean;
};
/** `week`: units of a planned sweet by weekday, Monday first; null: it is not made for the day. */
export type Sold = { id: number; name: string; hsn: string; travels: boolean; packs: Pack[]; week: number[] | null };
export type Options = {
  /** The first and the last day on which something happens. */
  from: string;
  to: string;
  ordersPerDay: number;
  seed: number;
  festivals: readonly Festival[];
};

export type Line<Sweet> = { sweet: Sweet; pack: Pack; quantity: number };
export type OrderDemand<Sweet> = {
  kind: "order";
  at: number;
  /** Which customer, as a part of all: 0 buys most. */
  buyer: number;
  channel: "web" | "api" | "counter";
  lines: Line<Sweet>[];
  /** What is bought when none of the lines is to be had: it is always in stock. */
  spare: Line<Sweet>;
  method: "delivery" | "pickup" | "courier" | null;
  /** The day for which it is: today or later; null: none is named. */
  day: number | null;
  pincode: string | null;
  /** Which window of the day, as a part of them. */
  window: number;
  giftWrap: boolean;
  payBy: "cod" | "upi" | "cash" | "card";
  /** Between 0 and 1, for what becomes of the order and its payment. */
  fate: number;
  payment: number;
  /** The part of the time until it is due after which it is cancelled; null: it is not. */
  cancelAfter: number | null;
};
export type Demand<Sweet> =
  | OrderDemand<Sweet>
  /** A batch for the day: a part of its capacity, negative to correct the one before. */
  | { kind: "batch"; at: number; sweet: Sweet; part: number }
  /** In the evening: a part of what is free is thrown away. */
  | { kind: "waste"; at: number; sweet: Sweet; part: number };

/** How much a sweet is asked for, of all: a few sell most. */
const skew = (sweets: number) => (sweets > 1000 ? 3 : 1.5);
export const shareOf = (rank: number, sweets: number): number =>
  ((rank + 1) / sweets) ** (1 / skew(sweets)) - (rank / sweets) ** (1 / skew(sweets));

const weekdayWeights = [0.9, 0.85, 0.9, 0.95, 1.1, 1.3, 1.4];
const openOn = (festivals: readonly Festival[], at: number) =>
  festivals.filter(({ opensAt, closesAt }) => Date.parse(opensAt) <= at && at < Date.parse(closesAt));

/** How busy a day is: weekends more, and up to twice as much in the days before a festival's orders close. */
function weightOf(day: number, festivals: readonly Festival[]): number {
  const rush = openOn(festivals, instantOf(day, 720)).map((festival) => dayAt(Date.parse(festival.closesAt)) - day);
  return (weekdayWeights[weekdayOf(day) - 1] ?? 1) * (1 + 1 / (1 + Math.min(99, ...rush) / 3));
}

/** Batches of a day by how often that is: minutes after the first, and the part of the day's capacity. */
const batchParts: { of: number; parts: [minutes: number, part: number][] }[] = [
  { of: 0.6, parts: [[0, 1]] },
  {
    of: 0.82,
    parts: [
      [0, 0.6],
      [240, 0.4],
    ],
  },
  {
    of: 0.92,
    parts: [
      [0, 0.1],
      [600, 0.9],
    ],
  },
  // A nought too many, found at once.
  {
    of: 0.95,
    parts: [
      [0, 10],
      [5, -9],
    ],
  },
  // Most of the tray was burnt.
  { of: 1, parts: [[0, 0.1]] },
];

/** The demands of each day in the order of their time. `sweets`: those asked for most come first; one at least is not planned and travels. */
export function* demandsOf<Sweet extends Sold>(options: Options, sweets: readonly Sweet[]) {
  const { festivals, ordersPerDay } = options;
  const [first, last] = [dayNumber(options.from), dayNumber(options.to)];
  const random = randomOf(options.seed);
  const { next, below, pick, chance } = random;
  const planned = sweets.filter(({ week }) => week !== null);
  const always = sweets.filter(({ week, travels }) => week === null && travels).slice(0, 12);
  const popular = () => sweets[Math.floor(sweets.length * next() ** skew(sweets.length))] as Sweet;

  const line = (sweet: Sweet): Line<Sweet> => {
    const pack = (chance(0.7) && sweet.packs.find(({ isDefault }) => isDefault)) || pick(sweet.packs);
    return { sweet, pack, quantity: 1 + Math.floor(4 * next() ** 2) };
  };
  const basket = (of: () => Sweet, most: number) => {
    const lines = new Map<number, Line<Sweet>>();
    for (let count = 1 + below(most); count > 0; count--) {
      const one = line(of());
      lines.set(one.pack.id, one);
      // Two packs of one sweet are two lines.
      const second = chance(0.08) ? pick(one.sweet.packs) : one.pack;
      if (second.id !== one.pack.id) lines.set(second.id, { ...one, pack: second });
    }
    return [...lines.values()];
  };

  const order = (day: number): OrderDemand<Sweet> => {
    // Between 8 and 22 o'clock, most around 15.
    const at = instantOf(day, 480) + Math.floor(((next() + next()) / 2) * 14 * HOUR_MS);
    const channel = chance(0.2) ? "counter" : chance(0.05) ? "api" : "web";
    const how = next();
    const festival = channel !== "counter" && chance(0.25) ? openOn(festivals, at).at(0) : undefined;
    const festivalDays = (festival?.days ?? []).map(dayNumber).filter((other) => other > day);
    const method =
      channel === "counter" ? null : how < 0.6 ? "delivery" : how < 0.78 ? "pickup" : how < 0.88 ? "courier" : null;
    const lead = at > instantOf(day, 1020) ? 1 + below(3) : Math.floor(7 * next() ** 1.3);
    // Courier and what is to be arranged name a day now and then.
    const named =
      method === "delivery" || method === "pickup" ? day + lead : lead > 0 && chance(0.5) ? day + lead : null;
    const ofFestival = festival && sweets.filter(({ id }) => festival.sweets.includes(id));
    const forFestival = festivalDays.length > 0 && ofFestival && ofFestival.length > 0;
    const lines = basket(forFestival ? () => pick(ofFestival) : popular, channel === "counter" ? 2 : 4);
    return {
      kind: "order",
      at,
      buyer: next() ** 2,
      channel,
      lines: method === "courier" ? lines.filter(({ sweet }) => sweet.travels) : lines,
      spare: line(pick(always)),
      method,
      day: channel === "counter" ? null : forFestival ? pick(festivalDays) : named,
      pincode: method === "courier" ? `56${1000 + below(9000)}` : method === "delivery" ? pincode() : null,
      window: next(),
      giftWrap: channel !== "counter" && chance(0.1),
      payBy: channel === "counter" ? pick(["cash", "cash", "upi", "card"] as const) : chance(0.35) ? "upi" : "cod",
      fate: next(),
      payment: next(),
      cancelAfter: channel !== "counter" && chance(0.05) ? 0.1 + next() * 0.6 : null,
    };
  };
  const pincode = () => (chance(0.85) ? String(400_001 + below(104)) : String(400_601 + below(15)));

  const kitchen = (day: number): Demand<Sweet>[] =>
    planned.flatMap((sweet, i) => {
      const at = instantOf(day, 270 + (i % 120));
      const how = next();
      const parts = batchParts.find(({ of }) => how < of)?.parts ?? [];
      const batches = parts.map(([minutes, part]) => ({
        kind: "batch" as const,
        at: at + minutes * MINUTE_MS,
        sweet,
        part,
      }));
      return [
        ...batches,
        { kind: "waste" as const, at: instantOf(day, 1335 + (i % 30)), sweet, part: chance(0.7) ? 1 : 0.5 },
      ];
    });

  const total = Array.from({ length: last - first + 1 }, (_, i) => weightOf(first + i, festivals)).reduce(
    (a, b) => a + b,
    0,
  );
  const orders = Math.round(ordersPerDay * (last - first + 1));
  let [weight, made] = [0, 0];
  for (let day = first; day <= last; day++) {
    weight += weightOf(day, festivals);
    const until = Math.round((orders * weight) / total);
    const demands: Demand<Sweet>[] = kitchen(day);
    for (; made < until; made++) demands.push(order(day));
    yield { day, demands: demands.sort((a, b) => a.at - b.at) };
  }
}
