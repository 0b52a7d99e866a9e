import type { ReactNode } from "react";
import { type CartState, countUnits, subtotal } from "@/lib/cart/view";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";

/** Subtotal, gift wrap, total and the way of paying. */
export function OrderSummary({ cart, children }: { cart: CartState; children: ReactNode }) {
  const units = countUnits(cart.items.filter((line) => line.isAvailable));
  return (
    <aside className="lid p-[min(1.5rem,6vw)] lg:p-8" aria-labelledby="summary-title">
      <h2 id="summary-title" className="text-d4">
        Order Summary
      </h2>
      <dl className="mt-4 num [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&_dd]:ml-auto [&>div]:py-1.5">
        <div>
          <dt className="text-muted">
            Subtotal ({units} {units === 1 ? "item" : "items"})
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
          <dd className="text-muted text-right">Calculated at checkout</dd>
        </div>
        <div>
          <dt className="text-muted">Payment</dt>
          <dd className="text-muted text-right">On delivery, cash or UPI</dd>
        </div>
      </dl>
      <p className="flex justify-between items-baseline border-t border-brass mt-4 pt-4">
        <span className="font-semibold text-lg">Total</span>
        <b className="num text-[1.75rem] leading-none" aria-live="polite">
          {formatRupees(cart.total)}
        </b>
      </p>
      {children}
    </aside>
  );
}
