"use client";

import Link from "next/link";
import type { RenderedDelivery } from "@/components/delivery/delivery-texts";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { CartState } from "@/lib/cart/types";
import type { DeliveryOffer } from "@/lib/orders/serializers";
import type { PaymentOffer } from "@/lib/payments/rules";
import { type CheckoutActions, CheckoutForm } from "./checkout-form";
import { SIGN_IN } from "./notice";

type CheckoutDialogProps = {
  cart: CartState;
  actions: CheckoutActions;
  offer: DeliveryOffer | null;
  delivery: RenderedDelivery;
  payments: PaymentOffer;
  onCart: (cart: CartState) => void;
  onClose: () => void;
};

/** 'Delivery Details' over the cart. Visitors are asked to sign in first; the login returns to this dialog. */
export default function CheckoutDialog({
  cart,
  actions,
  offer,
  delivery,
  payments,
  onCart,
  onClose,
}: CheckoutDialogProps) {
  const onOpenChange = (open: boolean) => !open && onClose();
  if (!cart.signedIn) {
    return (
      <Dialog open onOpenChange={onOpenChange} title="Please sign in" className="!w-[min(100%,27rem)]">
        <div className="body">
          <p>Sign in to place your order. Your cart stays as it is.</p>
        </div>
        <footer>
          <Link
            href={SIGN_IN.replace("/login", "/register") as "/register"}
            className={buttonClass({ kind: "outline" })}
          >
            Create an account
          </Link>
          <Link href={SIGN_IN} className={buttonClass()}>
            Sign in
          </Link>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={onOpenChange} title="Delivery Details">
      <CheckoutForm
        cart={cart}
        actions={actions}
        offer={offer}
        delivery={delivery}
        payments={payments}
        onCart={onCart}
        cancel={
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  );
}
