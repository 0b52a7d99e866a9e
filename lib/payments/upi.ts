import { toPaise } from "@/lib/money";

type UpiPayment = {
  upiId: string;
  /** What the UPI app shows as the payee. */
  payeeName: string;
  orderId: number;
  /** Rupees. */
  amount: number;
};

/**
 * The link that opens a UPI app with payee, amount and order filled in, and that a QR code holds. UPI apps read `@` as it is and a blank
 * as %20, never as +.
 */
export function upiLink({ upiId, payeeName, orderId, amount }: UpiPayment): string {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("%40", "@");
  const rupees = (toPaise(amount) / 100).toFixed(2);
  return `upi://pay?pa=${encoded(upiId)}&pn=${encoded(payeeName)}&tr=MTH${orderId}&tn=Order%20${orderId}&am=${rupees}&cu=INR`;
}
