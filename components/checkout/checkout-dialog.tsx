"use client";

import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { CheckoutForm, type CheckoutFormProps } from "./checkout-form";
import { SIGN_IN } from "./notice";

/** 'Delivery Details' over the cart. Visitors are asked to sign in first; the login returns to this dialog. */
export default function CheckoutDialog(props: CheckoutFormProps & { onClose: () => void }) {
  if (!props.cart.signedIn) {
    return (
      <Dialog onClose={props.onClose} title="Please sign in" size="sm">
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
    <Dialog onClose={props.onClose} title="Delivery Details">
      <CheckoutForm {...props} />
    </Dialog>
  );
}
