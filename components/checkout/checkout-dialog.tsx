"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { focusFirstField } from "@/components/ui/dialog-focus";
import { CheckoutForm, type CheckoutFormProps } from "./checkout-form";
import { WaysToOrder } from "./ways-to-order";

/** 'Delivery Details' over the cart. Visitors choose first how they order; the login returns to this dialog. */
export default function CheckoutDialog(props: CheckoutFormProps & { onClose: () => void }) {
  const [isGuest, setIsGuest] = useState(false);
  // The form takes the place of the question in the dialog that is open already.
  useEffect(() => {
    if (isGuest) focusFirstField(document.querySelector(".dialog"));
  }, [isGuest]);
  if (!props.cart.signedIn && !isGuest) {
    return (
      <Dialog onClose={props.onClose} title="Please sign in" size="sm">
        <div className="body">
          <p>Sign in to place your order, or order without an account. Your cart stays as it is.</p>
        </div>
        <footer className="flex-wrap">
          <WaysToOrder next="/cart?checkout=1" onGuest={() => setIsGuest(true)} />
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={props.onClose} title="Delivery Details">
      <CheckoutForm {...props} />
    </Dialog>
  );
}
