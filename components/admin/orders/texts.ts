import { dayText } from "@/lib/dates";
import { deliveryMethodNames, orderDayText, slotText, windowText } from "@/lib/delivery/texts";
import { isInvoiced } from "@/lib/invoices/constants";
import { formatRupees } from "@/lib/money";
import type { AdminOrder, Fulfilment } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";

type Dated = { day: string | null; fulfilment: Fulfilment };

export const ordersText = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;

export const WALK_IN = "Walk-in customer";

/** When an order is delivered or picked up, or what is still to be settled: "Tue 24 Nov 2026, 10 am – 1 pm". */
export function whenText({ day, fulfilment }: Dated): string {
  if (fulfilment.slot) return slotText(fulfilment.slot);
  const dated = orderDayText(day, fulfilment);
  return dated ? `${dated} · ${openText(fulfilment)}` : openText(fulfilment);
}

function openText({ method }: Fulfilment): string {
  switch (method) {
    case "courier":
      return "By courier";
    case "pickup":
      return "Time of pickup to be arranged";
    case "delivery":
      return "Window to be arranged";
    default:
      return "Delivery to be arranged";
  }
}

/** The same without the year, for lists. */
export const shortWhenText = ({ day, fulfilment }: Dated): string =>
  fulfilment.slot ? `${dayText(fulfilment.slot.date)}, ${windowText(fulfilment.slot)}` : whenText({ day, fulfilment });

/** How an order is delivered and where: "Delivery · Mumbai 400028". Empty when nothing is settled. */
export function wayText({ method, area, pincode }: Fulfilment): string {
  // That it goes by courier is said in place of its window.
  const name = method && method !== "courier" && deliveryMethodNames[method];
  return [name, [area?.name, pincode].filter(Boolean).join(" ")].filter(Boolean).join(" · ");
}

/** What the delivery costs; null for an order that is picked up or whose delivery is to be arranged. */
export function orderFeeText({ method, area, fee }: Fulfilment): string | null {
  if (fee > 0) return formatRupees(fee);
  return area && method !== "pickup" ? "Free" : null;
}

/** Whether the sweets of an order can be changed: not of one that has left the shop, with its invoice. */
export const canChange = ({ status, history }: AdminOrder): boolean =>
  (status === "Pending" || status === "Processing") && !isInvoiced(history.map(({ to }) => to));

/** Whether an order can have a window: a courier keeps none, and what was sold at the till or delivered needs none. */
export const canMove = (order: AdminOrder): boolean =>
  !isTillSale(order) && order.status !== "Completed" && order.fulfilment.method !== "courier";
