"use client";

import Link from "next/link";
import { useState } from "react";
import type { CartState } from "@/lib/cart/view";
import type { DeliveryOffer } from "@/lib/orders/view";
import { type CheckoutActions, CheckoutForm } from "./checkout-form";

type CheckoutPageProps = { rendered: CartState; actions: CheckoutActions; offer: DeliveryOffer | null };

/** The dialog's form as a page of its own, for browsers without JavaScript and for those who come by the address. */
export function CheckoutPage({ rendered, actions, offer }: CheckoutPageProps) {
  const [newer, setNewer] = useState<CartState | null>(null);
  return (
    <CheckoutForm
      inPage
      cart={newer ?? rendered}
      actions={actions}
      offer={offer}
      onCart={setNewer}
      cancel={
        <Link href="/cart" className="btn btn-outline">
          Back to cart
        </Link>
      }
    />
  );
}
