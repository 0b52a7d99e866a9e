import { countOf } from "@/lib/count";
import { dayText } from "@/lib/dates";
import { deliveryMethodNames, orderDayText, slotText, windowText } from "@/lib/delivery/texts";
import { isInvoiced } from "@/lib/invoices/constants";
import { formatPaise, formatRupees, toPaise } from "@/lib/money";
import type { AdminOrder, Fulfilment } from "@/lib/orders/serializers";
import { isTillSale, type OrderPayment, type Refunds } from "@/lib/payments/rules";

type Dated = { day: string | null; fulfilment: Fulfilment };

export const ordersText = (count: number) => countOf(count, "order");

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

/** What is said of an order before it is shipped or completed. */
export type OrderToConfirm = Dated & { id: number; payment: OrderPayment; refunds: Refunds };

/** The day of an order, which is today for one without a day. */
const dayOf = ({ day, fulfilment }: Dated, today: string): string => fulfilment.slot?.date ?? day ?? today;

/** Whether an order is shipped or completed only after a question: `due` is what would still be due then. */
export const needsAsking = (order: Dated, today: string, due: number): boolean =>
  dayOf(order, today) !== today || due > 0;

/** Whose order it is and for when: "Asha Rao · Sun 29 Nov, 10 am – 1 pm, not today." */
export function askedText(order: OrderToConfirm, buyer: string | null, today: string): string {
  const date = dayOf(order, today);
  const { slot } = order.fulfilment;
  const when = [date === today ? "Today" : dayText(date), slot && windowText(slot), date !== today && "not today"];
  return `${[buyer, when.filter(Boolean).join(", ")].filter(Boolean).join(" · ")}.`;
}

/** "₹1,170 is due, to be paid on delivery." Null when nothing is. */
export function dueText({ payment: { method, state, due }, fulfilment }: OrderToConfirm): string | null {
  if (due === 0) return null;
  const text = `${formatRupees(due)} is due`;
  if (state === "claimed") return `${text}. A UPI payment is still to be checked.`;
  if (method === "online" && state === "unpaid") return `${text}, to be paid online.`;
  if (method !== "cod") return `${text}.`;
  return `${text}, to be paid ${fulfilment.method === "pickup" ? "at the shop" : "on delivery"}.`;
}

/** Of several orders: "9 for today, 3 for Sun 29 Nov. ₹4,500 is due for 4 of them." */
export function severalText(orders: readonly OrderToConfirm[], today: string): string {
  const days = orders.map((order) => dayOf(order, today)).sort();
  const counts = [...new Set(days)].map((date) => {
    const count = days.lastIndexOf(date) - days.indexOf(date) + 1;
    return `${count} for ${date === today ? "today" : dayText(date)}`;
  });
  const owing = orders.filter(({ payment }) => payment.due > 0);
  const due = owing.reduce((sum, { payment }) => sum + toPaise(payment.due), 0);
  return `${counts.join(", ")}.${due > 0 ? ` ${formatPaise(due)} is due for ${owing.length} of them.` : ""}`;
}

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

/** Whether an order goes by courier, and is not there yet. */
export const canSend = ({ status, fulfilment }: Pick<AdminOrder, "status" | "fulfilment">): boolean =>
  fulfilment.method === "courier" && ["Pending", "Processing", "Shipped"].includes(status);

/** Whether an order can have a window: a courier keeps none, and what was sold at the till or delivered needs none. */
export const canMove = (order: AdminOrder): boolean =>
  !isTillSale(order) && order.status !== "Completed" && order.fulfilment.method !== "courier";
