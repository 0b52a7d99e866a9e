import { formatRupees } from "@/lib/money";
import { codRefusal, type PaymentOffer } from "@/lib/payments/rules";

/** Whether anything can be paid on delivery, and up to which total in rupees. */
function onDelivery({ cod }: PaymentOffer): { offered: boolean; upTo: string | null } {
  const offered = codRefusal(0.01, cod) === null;
  return { offered, upTo: offered && cod.upTo !== null ? formatRupees(cod.upTo) : null };
}

/** How an order can be paid before delivery; empty when it cannot. */
const aheadOf = ({ online, upi }: PaymentOffer) => [online && "online", upi && "by UPI"].filter(Boolean).join(" or ");

const UPI_NOW = "your order’s page shows the amount and a QR code";

/** The answer to 'How do I pay?' */
export function payAnswer(offer: PaymentOffer): string {
  const { offered, upTo } = onDelivery(offer);
  const ahead = aheadOf(offer);
  if (!ahead)
    return `On delivery: in cash or by UPI at the door. You pay nothing in advance.${upTo ? ` For orders above ${upTo}, please call us.` : ""}`;
  const how = offer.online ? "by UPI, card, net banking or wallet, on the next page" : UPI_NOW;
  if (!offered) return `${offer.online ? "Online" : "By UPI"} when you order: ${how}.`;
  return `On delivery, in cash or by UPI at the door; or ${ahead} when you order: ${how}.${upTo ? ` Orders above ${upTo} are paid ${ahead} when you order.` : ""}`;
}

/** The same as a term of the contract. */
export function payTerm(offer: PaymentOffer): string {
  const { offered, upTo } = onDelivery(offer);
  const ahead = aheadOf(offer);
  if (!offered) return `You pay ${ahead || "in advance"} when you order.`;
  return `You pay ${ahead && `${ahead} when you order, or `}on delivery, in cash or by UPI.${upTo ? ` Orders above ${upTo} cannot be paid on delivery.` : ""}`;
}
