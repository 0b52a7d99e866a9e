import { feeText } from "@/components/delivery/delivery-texts";
import { CALLED } from "@/components/delivery/window-chooser";
import { PackName } from "@/components/stock/pack-name";
import type { CartState, PageLine } from "@/lib/cart/queries";
import { lineTotal, subtotal } from "@/lib/cart/rules";
import type { MethodOffer } from "@/lib/delivery/queries";
import { dayName, deliveryMethodNames, orderDayText, windowText } from "@/lib/delivery/texts";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import type { CheckoutMethod } from "@/lib/payments/constants";
import type { useCheckoutDelivery } from "./delivery";
import { methodTexts } from "./payment";

type CheckoutSummaryProps = {
  cart: CartState;
  delivery: ReturnType<typeof useCheckoutDelivery>;
  payment: CheckoutMethod | undefined;
};

/** When and how the order comes, how it is paid and what the parts of its total are: in two lines, for beside the button. */
export function CheckoutSummary({ cart, delivery, payment }: CheckoutSummaryProps) {
  const { offers, offer, window, isLoading } = delivery;
  const called = isLoading && !offers ? "Loading..." : CALLED;
  const method = offer?.method ?? null;
  const when =
    offers && window
      ? `${dayName(window.date, offers.today)}, ${windowText(window)}`
      : (orderDayText(cart.day, { method, slot: null }) ?? (method === "courier" ? offer?.estimate : called));
  const costs = [
    `Sweets ${formatRupees(subtotal(cart.items))}`,
    cart.giftWrap && `Gift Wrapping ${formatPaise(GIFT_WRAP_PAISE)}`,
    offer && `${deliveryMethodNames[offer.method]} ${feeText({ fee: offer.fee, freeFrom: null })}`,
  ];
  return (
    <div className="w-full text-sm text-muted num">
      <p className="font-semibold text-foreground">
        {[when, payment && methodTexts[payment].name].filter(Boolean).join(" · ")}
      </p>
      <p>{costs.filter(Boolean).join(" · ")}</p>
    </div>
  );
}

type CheckoutLinesProps = { items: PageLine[]; giftWrap: boolean; offer: MethodOffer | undefined };

/** What is ordered and what each part costs. `offer` is undefined while delivery is to be arranged. */
export function CheckoutLines({ items, giftWrap, offer }: CheckoutLinesProps) {
  return (
    <section aria-label="Your order" className="border-t border-border pt-3">
      <ul className="num [&>li]:flex [&>li]:justify-between [&>li]:gap-4 [&>li]:py-0.5">
        {items.map((line) => (
          <li key={line.packId}>
            <span>
              <PackName name={line.name} label={line.packLabel} />{" "}
              <span className="text-muted whitespace-nowrap">× {line.quantity}</span>
            </span>
            <span>{formatRupees(lineTotal(line))}</span>
          </li>
        ))}
        {giftWrap && (
          <li>
            <span>Gift Wrapping</span>
            <span>{formatPaise(GIFT_WRAP_PAISE)}</span>
          </li>
        )}
        <li>
          <span>{offer ? deliveryMethodNames[offer.method] : "Delivery"}</span>
          <span>{offer ? feeText({ fee: offer.fee, freeFrom: null }) : "To be arranged"}</span>
        </li>
      </ul>
    </section>
  );
}
