import type { ReactNode } from "react";
import type { CartDelivery } from "@/components/cart/cart-pincode";
import { feeText } from "@/components/delivery/delivery-texts";
import type { CartState } from "@/lib/cart/queries";
import { countPacks, subtotal } from "@/lib/cart/rules";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { type PaymentOffer, paymentChoice } from "@/lib/payments/rules";

type OrderSummaryProps = {
  cart: CartState;
  delivery: CartDelivery;
  payments: PaymentOffer;
  /** The pincode field, above the total. */
  pincode: ReactNode;
  children: ReactNode;
};

/** What the delivery costs, as far as the pincode says it. */
function deliveryText({ offers, fee, isLoading }: CartDelivery): ReactNode {
  if (fee !== null) return feeText({ fee, freeFrom: null });
  if (offers) return <span className="text-muted">Pick up only</span>;
  return <span className="text-muted">{isLoading ? "Loading..." : "Calculated at checkout"}</span>;
}

function paymentText(total: number, offer: PaymentOffer): string {
  const { methods, refusal } = paymentChoice(total, offer);
  if (!methods.includes("upi")) return refusal ? "Please call us" : "On delivery, cash or UPI";
  return methods.includes("cod") ? "By UPI now, or on delivery" : "By UPI when you order";
}

/** Subtotal, gift wrap, delivery, total and the way of paying. */
export function OrderSummary({ cart, delivery, payments, pincode, children }: OrderSummaryProps) {
  const packs = countPacks(cart.items.filter((line) => line.isAvailable));
  return (
    <aside className="lid p-[min(1.5rem,6vw)] lg:p-8" aria-labelledby="summary-title">
      <h2 id="summary-title" className="text-d4">
        Order Summary
      </h2>
      <dl className="mt-4 num [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&_dd]:ml-auto [&>div]:py-1.5">
        <div>
          <dt className="text-muted">
            Subtotal ({packs} {packs === 1 ? "item" : "items"})
          </dt>
          <dd>{formatRupees(subtotal(cart.items))}</dd>
        </div>
        {cart.giftWrap && (
          <div>
            <dt className="text-muted">Gift Wrapping</dt>
            <dd>{formatPaise(GIFT_WRAP_PAISE)}</dd>
          </div>
        )}
        <div>
          <dt className="text-muted">Delivery</dt>
          <dd className="text-right">{deliveryText(delivery)}</dd>
        </div>
        <div>
          <dt className="text-muted">Payment</dt>
          <dd className="text-muted text-right">{paymentText(delivery.total, payments)}</dd>
        </div>
      </dl>
      <div className="border-t border-border mt-4 pt-4">{pincode}</div>
      <p className="flex justify-between items-baseline border-t border-brass mt-6 pt-4">
        <span className="font-semibold text-lg">Total</span>
        <b className="num text-[1.75rem] leading-none" aria-live="polite">
          {formatRupees(delivery.total)}
        </b>
      </p>
      {children}
    </aside>
  );
}
