import { formatRupees } from "@/lib/money";
import { codRefusal, type PaymentOffer } from "@/lib/payments/rules";

/** Whether anything can be paid on delivery, and up to which total in rupees. */
function onDelivery({ cod }: PaymentOffer): { offered: boolean; upTo: string | null } {
  const offered = codRefusal(0.01, cod) === null;
  return { offered, upTo: offered && cod.upTo !== null ? formatRupees(cod.upTo) : null };
}

const UPI_NOW = "your order’s page shows the amount and a QR code";

/** The answer to 'How do I pay?' */
export function payAnswer(offer: PaymentOffer): string {
  const { offered, upTo } = onDelivery(offer);
  if (!offer.upi)
    return `On delivery: in cash or by UPI at the door. You pay nothing in advance.${upTo ? ` For orders above ${upTo}, please call us.` : ""}`;
  if (!offered) return `By UPI when you order: ${UPI_NOW}.`;
  return `On delivery, in cash or by UPI at the door; or by UPI when you order: ${UPI_NOW}.${upTo ? ` Orders above ${upTo} are paid by UPI when you order.` : ""}`;
}

/** The same as a term of the contract. */
export function payTerm(offer: PaymentOffer): string {
  const { offered, upTo } = onDelivery(offer);
  if (!offered) return "You pay by UPI when you order.";
  return `You pay ${offer.upi ? "by UPI when you order, or " : ""}on delivery, in cash or by UPI.${upTo ? ` Orders above ${upTo} cannot be paid on delivery.` : ""}`;
}
