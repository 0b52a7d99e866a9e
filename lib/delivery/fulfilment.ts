import type { DeliveryMethod, PlacePool } from "@/db/constants/delivery";
import { indiaDay } from "@/lib/dates";
import { AppError, invalid } from "@/lib/errors";
import { toPaise } from "@/lib/money";
import { findWindow, isCartDay, type Window } from "@/lib/settings/calendar";
import { isPaused } from "@/lib/settings/facts";
import type { Settings } from "@/lib/settings/queries";
import type { Area } from "@/lib/settings/schema";
import { dayNotBookable } from "@/lib/stock/plan-rules";
import { areaOf, prepMinutesFor } from "./rules";
import type { FulfilmentInput } from "./schema";

/** The refusal of a window that is not offered, or until which the sweets cannot be made. */
export const windowNotOffered = (path = "delivery.slot") =>
  invalid(path, "This window can no longer be booked. Please choose another.");

/** The places that a method takes. */
export const poolOf = (method: DeliveryMethod | null): PlacePool => (method === "pickup" ? "pickup" : "delivery");

/** The places of a window in a pool. A window that the settings no longer have, has none. */
export const capacityOf = (
  window: Window | undefined,
  pool: PlacePool,
  { values }: { values: Pick<Settings["values"], "windows"> },
): number => (!window ? 0 : pool === "pickup" ? values.windows.pickupCapacity : window.capacity);

/** The method by which an area is served. */
export const methodOf = ({ kind }: Area): DeliveryMethod => (kind === "local" ? "delivery" : "courier");

/** Throws `paused` while no orders are taken. */
export function assertOpen({ values: { pause } }: Settings, now: Date): void {
  if (!isPaused(pause, now)) return;
  throw new AppError("paused", pause.reason ?? "We are not taking orders at the moment.", { until: pause.until });
}

/**
 * What the customer asked for means under the settings: area, fee and window. Without a pincode delivery is to be arranged and has no fee.
 * Throws `not_served` for a pincode that no area covers, and `invalid` for a method that the area does not have, a courier without a pincode,
 * a window that is not offered, or a day that cannot be booked. lib/orders/place-rules.ts checks what depends on the sweets and other orders.
 */
export function planFulfilment({ pincode, method, slot, day }: FulfilmentInput, settings: Settings, now: Date) {
  const { areas, windows } = settings.values;
  const isPickup = method === "pickup";
  const area = pincode && !isPickup ? areaOf(areas, pincode) : null;
  if (pincode && !isPickup && !area) {
    const message = `We do not deliver to ${pincode} yet.`;
    throw new AppError("not_served", message, { errors: [{ path: "delivery.pincode", message }] });
  }
  // Nothing is left to arrange by telephone, and only the pincode says what it costs.
  if (!area && method === "courier") throw invalid("delivery.pincode", "Please enter the pincode for the courier.");
  if (area && method && method !== methodOf(area))
    throw invalid(
      "delivery.method",
      area.kind === "local"
        ? "We bring orders to this pincode ourselves."
        : "Orders to this pincode are sent by courier.",
    );
  if (day != null && slot && day !== slot.date) throw invalid("delivery.day", "This is not the day of the window.");
  if (day != null && !isCartDay(day, settings.values, now)) throw dayNotBookable("delivery.day");
  const plan = {
    /** The day for which the order is; null: none was named. */
    day: day ?? (slot && slot.date > indiaDay(now) ? slot.date : null),
    method: method ?? (area && methodOf(area)),
    pincode: pincode ?? null,
    area,
    fee: area ? toPaise(area.fee) : 0,
    freeFrom: area?.freeFrom == null ? null : toPaise(area.freeFrom),
    minimum: area?.minimum == null ? null : toPaise(area.minimum),
  };
  if (!slot) return { ...plan, window: null };
  if (!isPickup && !area) throw invalid("delivery.pincode", "Please enter the pincode for this window.");
  if (plan.method === "courier") throw invalid("delivery.slot", "A courier keeps no windows.");
  const window = findWindow(windows, slot);
  if (!window || !isCartDay(slot.date, settings.values, now)) throw windowNotOffered();
  const prepMinutes = prepMinutesFor(window, area?.leadMinutes ?? 0, now);
  if (prepMinutes <= 0) throw windowNotOffered();
  return {
    ...plan,
    window: {
      ...window,
      /** The places of the window for this method. */
      capacity: capacityOf(window, poolOf(plan.method), settings),
      /** The longest preparation with which a sweet can still be in the window. */
      prepMinutes,
    },
  };
}

/** How an order is delivered, before the sweets are looked at. Money in paise. */
export type FulfilmentPlan = ReturnType<typeof planFulfilment>;
