"use client";

import { DeliveryFailed } from "@/components/delivery/delivery-failed";
import { DeliveryResult } from "@/components/delivery/delivery-result";
import { blockedNames, type DeliveryShop, minimumText } from "@/components/delivery/delivery-texts";
import { FreeDelivery } from "@/components/delivery/free-delivery";
import { type CheckDelivery, PincodeForm } from "@/components/delivery/pincode-form";
import { Icon } from "@/components/ui/icon";
import { subtotal } from "@/lib/cart/rules";
import type { CartState } from "@/lib/cart/types";
import type { CartDelivery } from "./use-cart-delivery";

type CartPincodeProps = {
  cart: CartState;
  delivery: CartDelivery;
  shop: DeliveryShop;
  action: CheckDelivery;
  /** For the drawer. */
  compact?: boolean;
};

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
          <DeliveryResult offers={offers} shop={shop} blocked={blockedNames(offers, cart.items)} compact={compact} />
        )}
        {below && (
          <p className="flex items-start gap-2.5 text-warning font-medium num">
            <Icon name="triangle-alert" className="size-5 shrink-0 mt-1" />
            {below}
          </p>
        )}
        {offers && <FreeDelivery offers={offers} subtotal={value} />}
      </div>
    </section>
  );
}
