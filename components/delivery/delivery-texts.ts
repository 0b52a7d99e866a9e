import type { DeliveryOffers, MethodOffer } from "@/lib/delivery/queries";
import { dayName, windowText } from "@/lib/delivery/texts";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import type { RenderedOffers } from "./use-offers";

/** What texts about delivery need of the shop's settings. */
export type DeliveryShop = {
  /** "12 Sweet Street, Dadar West, Mumbai 400028" */
  address: string;
  bookableDays: number;
};

/** "₹49, free from ₹1,000" */
export function feeText({ fee, freeFrom }: Pick<MethodOffer, "fee" | "freeFrom">): string {
  if (fee === 0) return "Free";
  return freeFrom === null ? formatRupees(fee) : `${formatRupees(fee)}, free from ${formatRupees(freeFrom)}`;
}

/** "Tomorrow, 10 am – 1 pm", from the day `from` on when a window is free then; null when none is. */
export function earliestText({ days }: MethodOffer, today: string, from = ""): string | null {
  const day = days.find(({ date }) => date >= from) ?? days[0];
  const [slot] = day?.slots ?? [];
  return day && slot ? `${dayName(day.date, today)}, ${windowText(slot)}` : null;
}

export const noWindowText = ({ bookableDays }: DeliveryShop): string =>
  `No window is free ${bookableDays === 1 ? "today" : `in the next ${bookableDays} days`}. We will call you to arrange a time.`;

export const notServedText = (pincode: string, { address }: DeliveryShop): string =>
  `We do not deliver to ${pincode} yet. Pick up at ${address}.`;

/** What is missing for an area's minimum: "₹321 more needed: we deliver to Mumbai from ₹500 of sweets." */
export function minimumText({ area, methods: [offer] }: DeliveryOffers, subtotal: number): string | null {
  if (!area || !offer?.minimum || subtotal >= offer.minimum) return null;
  const missing = formatRupees(toRupees(toPaise(offer.minimum) - toPaise(subtotal)));
  return `${missing} more needed: we deliver to ${area.name} from ${formatRupees(offer.minimum)} of sweets.`;
}

export function blockedText(names: readonly string[]): string {
  const [verb, them] = names.length === 1 ? ["does", "it"] : ["do", "them"];
  return `${new Intl.ListFormat("en-IN").format(names)} ${verb} not travel by courier. Remove ${them} from the cart, or pick up your order.`;
}

/** The names of the sweets in a cart that do not travel, each once, whatever its packs. */
export const blockedNames = (
  { blocked }: Pick<DeliveryOffers, "blocked">,
  lines: readonly { productId: number; name: string }[],
): string[] => [
  ...new Map(
    lines.filter(({ productId }) => blocked.includes(productId)).map(({ productId, name }) => [productId, name]),
  ).values(),
];

/** What a private page is rendered with: the remembered pincode and the offers for it and the cart. */
export type RenderedDelivery = RenderedOffers & { pincode: string; shop: DeliveryShop };
