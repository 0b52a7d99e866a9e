import { windowNotOffered } from "@/lib/delivery/fulfilment";
import { AppError } from "@/lib/errors";
import { deliveryDays } from "@/lib/settings/calendar";
import type { Settings } from "@/lib/settings/queries";
import type { SweetPlan } from "@/lib/stock/load-plans";
import type { Source } from "@/lib/stock/plan-moves";
import { dayNotBookable, dayOf, freeOf, isDayFor, type Opening, openingOf } from "@/lib/stock/plan-rules";
import type { FoundPack } from "./pack-select";

// The rules by which the lines of an order come from the plans of a day or from stock. Nothing here reads or writes.

/** The day for which an order is, with what decides about days. */
export type OrderDay = {
  day: Source;
  values: Settings["values"];
  now: Date;
  /** The field that has named the day. */
  path?: "delivery.day" | "delivery.slot";
};

/** A line to be sold: a pack as it is under the locks, and how many of it. */
export type Line = FoundPack & {
  quantity: number;
  /** Where it comes from: the plan of a day, or stock. */
  day: Source;
  /** Units that are free there. */
  free: number;
  /** For a line from a plan: whether its day can be ordered. */
  opening: Opening | null;
  /** Packs that the buyer's cart holds there, which are used first. */
  held: number;
  /** The price of a pack that the buyer was shown, in paise. */
  shown: number | undefined;
};

/** A line of which fewer packs can be had than are wanted. */
export type ShortLine = { productId: number; packId: number; available: number };

/** The plan of a found pack's sweet, with the day that was read with it. */
const planOf = ({ sweet, plan, planDay }: FoundPack): SweetPlan => ({
  sweetId: sweet.id,
  plan,
  days: new Map(planDay ? [[planDay.day, planDay]] : []),
});
/** The plans of found packs, as lib/stock takes them. */
export const plansOf = (found: readonly FoundPack[]) => new Map(found.map((one) => [one.sweet.id, planOf(one)]));

/**
 * Where a line comes from. For a day it is from the sweet's plan, when there is one, unless the buyer holds all of it from stock: who knows
 * nothing of days loses nothing.
 */
export function sourceOf(found: FoundPack, quantity: number, { day, values, now }: OrderDay) {
  const { sweet, plan, inCart } = found;
  const isHeldFromStock = inCart !== null && inCart.day === null && inCart.held >= quantity;
  if (day === null || !plan || isHeldFromStock) {
    return { day: null, free: sweet.stock, opening: null, held: inCart?.day === null ? inCart.held : 0 };
  }
  const own = planOf(found);
  const opening = openingOf(own, day, values, now);
  const isOpen = opening.state === "open";
  // Once the day is closed, a hold counts only while it lives.
  const held = inCart?.day === day && (isOpen || inCart.isLive) ? inCart.held : 0;
  return { day, free: isOpen ? freeOf(dayOf(own, day)) : 0, opening, held };
}

/** The refusal of a day that has too little; `days` have all. */
export const dayShort = (short: readonly ShortLine[], days: string[]) =>
  new AppError("day_short", "Some sweets are short on this day. Please choose another day, or fewer.", {
    items: short.map(({ productId, packId, available }) => ({ productId, packId, available })),
    days,
  });

/**
 * Throws `invalid` for a day beyond the usual span on which the sweets cannot be ordered: it must be one of a festival that has some of them,
 * and every sweet that is made for the day.
 */
export function assertFestivalDay(lines: readonly Line[], { day, values, now, path = "delivery.day" }: OrderDay): void {
  if (day === null) return;
  const sweets = lines.map(({ sweet, plan }) => ({ sweetId: sweet.id, isPlanned: plan !== null }));
  const isOpen = deliveryDays(values, now).includes(day) || lines.some((line) => line.day === day);
  if (!isDayFor(sweets, day, values, now) || !isOpen)
    throw path === "delivery.slot" ? windowNotOffered() : dayNotBookable(path);
}

/** What a sale does to the plans of its day: what is held becomes ordered, the rest is promised anew. */
export const promisesOf = ({ day, sweet, pack, quantity, held }: Line, reason: "order") =>
  day === null
    ? []
    : [
        {
          ...{ sweetId: sweet.id, day, reason },
          held: -Math.min(held, quantity) * pack.units,
          ordered: quantity * pack.units,
        },
      ];

/** What is left of the buyer's line in the cart: packs that are bought leave it, and the held ones among them first. */
export function leftInCart({ inCart, quantity }: Pick<Line, "inCart" | "quantity">) {
  if (!inCart || inCart.quantity <= quantity) return { quantity: 0, held: 0 };
  return { quantity: inCart.quantity - quantity, held: Math.max(0, inCart.held - quantity) };
}

/** What the buyer's line holds elsewhere than the order takes it from, of the packs that leave the cart: it goes back there. */
export function returnsOf(line: Line): { sweetId: number; day: Source; units: number; reason: "release" }[] {
  const { inCart, sweet, pack } = line;
  if (!inCart || (inCart.day === line.day && line.held === inCart.held)) return [];
  const units = (inCart.held - leftInCart(line).held) * pack.units;
  return units > 0 ? [{ sweetId: sweet.id, day: inCart.day, units, reason: "release" }] : [];
}
