"use client";

import { DeliveryFailed, DeliveryLine, DeliveryResult } from "@/components/delivery/delivery-result";
import { blockedNames, type DeliveryShop, minimumText } from "@/components/delivery/delivery-texts";
import { type CheckDelivery, PincodeForm } from "@/components/delivery/pincode-form";
import type { CartState } from "@/lib/cart/queries";
import { subtotal } from "@/lib/cart/rules";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import type { CartDelivery } from "./use-cart-delivery";

type CartPincodeProps = {
  cart: CartState;
  delivery: CartDelivery;
  shop: DeliveryShop;
  action: CheckDelivery;
  /** For the drawer. */
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

/** The pincode field of cart and drawer, with what it means for the sweets in the cart. */
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
