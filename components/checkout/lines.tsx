import { feeText } from "@/components/delivery/delivery-texts";
import { PackName } from "@/components/stock/pack-name";
import type { PageLine } from "@/lib/cart/queries";
import { lineTotal } from "@/lib/cart/rules";
import type { MethodOffer } from "@/lib/delivery/queries";
import { deliveryMethodNames } from "@/lib/delivery/texts";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";

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
