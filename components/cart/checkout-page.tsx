"use client";

import Link from "next/link";
import { useState } from "react";
import type { CartState } from "@/lib/cart/view";
import { type CheckoutActions, CheckoutForm } from "./checkout-form";

/** The dialog's form as a page of its own, for browsers without JavaScript and for those who come by the address. */
export function CheckoutPage({ rendered, actions }: { rendered: CartState; actions: CheckoutActions }) {
  const [newer, setNewer] = useState<CartState | null>(null);
  return (
    <CheckoutForm
      inPage
      cart={newer ?? rendered}
      actions={actions}
      onCart={setNewer}
      cancel={
        <Link href="/cart" className="btn btn-outline">
          Back to cart
        </Link>
      }
    />
  );
}
