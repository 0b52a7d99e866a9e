"use client";

import { DeliveryFailed, DeliveryLine, DeliveryResult } from "@/components/delivery/delivery-result";
import {
  blockedNames,
  type DeliveryShop,
  minimumText,
  type RenderedDelivery,
} from "@/components/delivery/delivery-texts";
import { type CheckDelivery, PincodeForm } from "@/components/delivery/pincode-form";
import { usePincode } from "@/components/delivery/pincode-store";
import { useOffers } from "@/components/delivery/use-offers";
import type { CartState } from "@/lib/cart/queries";
import { itemsOf, subtotal } from "@/lib/cart/rules";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import { itemsText } from "@/lib/delivery/texts";
import { formatRupees, toPaise, toRupees } from "@/lib/money";

export function useCartDelivery(cart: CartState, rendered?: RenderedDelivery) {
  const pincode = usePincode(rendered?.pincode);
  const items = itemsText(itemsOf(cart.items));
  const answer = useOffers(items ? pincode : "", items, rendered);
  /** Rupees; null while it is not known, or where we do not deliver. */
  const fee = answer.offers?.served ? (answer.offers.methods[0]?.fee ?? null) : null;
  const total = toRupees(toPaise(cart.total) + toPaise(fee ?? 0));
  return { ...answer, pincode, items, fee, total };
}
export type CartDelivery = ReturnType<typeof useCartDelivery>;

type CartPincodeProps = {
  cart: CartState;
  delivery: CartDelivery;
  shop: DeliveryShop;
  action: CheckDelivery;
  compact?: boolean;
};

/** "₹321 more for free delivery", with a bar that fills up to a katli. Nothing where delivery is free, or never is. */
function FreeDelivery({ offers, subtotal }: { offers: DeliveryOffers; subtotal: number }) {
  const freeFrom = offers.served ? offers.methods[0]?.freeFrom : null;
  if (!freeFrom || subtotal <= 0) return null;
  const missing = toRupees(Math.max(0, toPaise(freeFrom) - toPaise(subtotal)));
  return (
    <div className="num">
      <p className="font-medium">
        {missing > 0 ? `${formatRupees(missing)} more for free delivery` : "Free delivery reached"}
      </p>
      <div className="fill mt-1.5" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (subtotal / freeFrom) * 100)}%` }} />
      </div>
    </div>
  );
}

export function CartPincode({ cart, delivery, shop, action, compact = false }: CartPincodeProps) {
  const { pincode, items, offers, isLoading, isFailed, refresh } = delivery;
  const value = subtotal(cart.items);
  const below = offers && minimumText(offers, value);
  return (
    <section aria-label="Delivery">
      <PincodeForm pincode={pincode} items={items} action={action} />
      <div role="status" aria-busy={isLoading} className="mt-3 grid gap-3 empty:hidden">
        {isFailed && <DeliveryFailed onRetry={refresh} />}
        {!offers && isLoading && <p className="text-muted">Loading...</p>}
        {offers && (
          <DeliveryResult
            offers={offers}
            shop={shop}
            day={cart.day ?? ""}
            blocked={blockedNames(offers, cart.items)}
            compact={compact}
          />
        )}
        {below && (
          <DeliveryLine icon="triangle-alert" tone="text-warning font-medium num">
            {below}
          </DeliveryLine>
        )}
        {offers && <FreeDelivery offers={offers} subtotal={value} />}
      </div>
    </section>
  );
}
