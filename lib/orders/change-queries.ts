import { type Executor, readDb } from "@/db/client";
import { shopNow } from "@/lib/clock";
import { quoteDelivery } from "@/lib/delivery/queries";
import { areaOf } from "@/lib/delivery/rules";
import type { LockedOrder } from "@/lib/order-access";
import { startOf } from "@/lib/settings/calendar";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { planIn } from "@/lib/stock/load-plans";
import { orderByOf } from "@/lib/stock/plan-rules";
import { type Claims, claimedItems, findClaims } from "./claims";
import type { OwnOrder } from "./serializers";

type Way = Pick<LockedOrder, "method" | "pincode" | "slotDate" | "slotFrom" | "day">;

/** Minutes of the way to the area of an order. */
export const leadOf = ({ method, pincode }: Pick<Way, "method" | "pincode">, { values }: Settings): number =>
  (pincode && method !== "pickup" && areaOf(values.areas, pincode)?.leadMinutes) || 0;

/** Whether the work on an order has begun, as far as anything says when. */
export function isBegun(order: Way, { lines, plans }: Claims, settings: Settings): boolean {
  const { slotDate: date, slotFrom: from } = order;
  const minutes = leadOf(order, settings) + Math.max(0, ...lines.map(({ sweet }) => sweet.prepHours)) * 60;
  const orderBys = lines.flatMap(({ sweet, day }) => {
    const { plan } = planIn(plans, sweet.id);
    return day !== null && plan ? orderByOf(plan, day) : [];
  });
  const begins = date && from ? [startOf({ date, from }) - minutes * 60_000, ...orderBys] : orderBys;
  return shopNow().getTime() > Math.min(...begins);
}

/** The windows that an order can have. What is made for a later day is not moved to today, which would be after its order-by time. */
export async function windowsFor(db: Executor, { pincode, method, day }: Way, claims: Claims) {
  if (!pincode) return [];
  const query = { pincode, items: claimedItems(claims) };
  const { methods, today } = await quoteDelivery(null, query, db, shopNow(), day);
  const days = methods.find((offer) => offer.method === method)?.days ?? [];
  return days.filter(
    ({ date }) => date > today || claims.lines.every((line) => line.day === null || line.day === date),
  );
}

/** The windows that the customer of a Pending order can choose; null once it cannot be changed any more. */
export async function changeChoices({ id, day, fulfilment: { method, pincode, slot } }: OwnOrder) {
  const order = { day, method, pincode, slotDate: slot?.date ?? null, slotFrom: slot?.from ?? null };
  const [claims, settings] = await Promise.all([findClaims(readDb(), id), currentSettings()]);
  if (isBegun(order, claims, settings)) return null;
  return (await windowsFor(readDb(), order, claims)).flatMap(({ date, slots }) =>
    slots.filter(({ from }) => date !== slot?.date || from !== slot.from).map((window) => ({ date, ...window })),
  );
}
export type WindowChoice = NonNullable<Awaited<ReturnType<typeof changeChoices>>>[number];
