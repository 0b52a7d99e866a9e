"use client";

import Link from "next/link";
import { useState } from "react";
import type { Pause } from "@/components/cart/pause-notice";
import type { RenderedDelivery } from "@/components/delivery/delivery-texts";
import type { CartState } from "@/lib/cart/types";
import type { DeliveryOffer } from "@/lib/orders/serializers";
import type { PaymentOffer } from "@/lib/payments/rules";
import { type CheckoutActions, CheckoutForm } from "./checkout-form";

type CheckoutPageProps = {
  rendered: CartState;
  actions: CheckoutActions;
  offer: DeliveryOffer | null;
  delivery: RenderedDelivery;
  payments: PaymentOffer;
  pause: Pause | null;
};

/** The dialog's form on a page of its own, for browsers without JavaScript and for visits by the URL. */
export function CheckoutPage({ rendered, actions, offer, delivery, payments, pause }: CheckoutPageProps) {
  const [newerCart, setNewerCart] = useState<CartState | null>(null);
  return (
    <CheckoutForm
      inPage
      cart={newerCart ?? rendered}
      actions={actions}
      offer={offer}
      delivery={delivery}
      payments={payments}
      pause={pause}
      onCart={setNewerCart}
      cancel={
        <Link href="/cart" className="btn btn-outline">
          Back to cart
        </Link>
      }
    />
  );
}
