"use client";

import Link from "next/link";
import { type FormEvent, lazy, Suspense, useActionState, useEffect, useRef, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { CartState } from "@/lib/cart/view";
import type { DeliveryOffer } from "@/lib/orders/view";
import { CartLine } from "./cart-line";
import { type CartActions, cartStore, emptyCart, flushCart } from "./cart-store";
import type { CheckoutActions } from "./checkout-form";
import { GiftOptions } from "./gift-options";
import { OrderSummary } from "./order-summary";
import { useCart } from "./use-cart";

const loadDialog = () => import("./checkout-dialog");
const CheckoutDialog = lazy(loadDialog);

type CartViewProps = {
  rendered: CartState;
  actions: CartActions & CheckoutActions;
  /** What the checkout begins with; for customers alone. */
  offer: DeliveryOffer | null;
  /** Back from the login: the dialog opens at once. */
  checkout: boolean;
};

/** The cart: lines, gift options, summary, and the checkout dialog over them. */
export function CartView({ rendered, actions, offer, checkout }: CartViewProps) {
  const { cart, problems, clockAhead } = useCart(rendered);
  /** The cart as the open dialog shows it: what is ordered is what was seen. */
  const [seen, setSeen] = useState<CartState | null>(null);
  const [, clearAction] = useActionState(actions.clearCart, null);
  const title = useRef<HTMLHeadingElement>(null);
  const isEmpty = cart.items.length === 0;

  useEffect(() => {
    if (checkout && rendered.items.length > 0) setSeen(rendered);
  }, [checkout]);

  function close() {
    setSeen(null);
    // A reload must not open it again.
    if (location.search) history.replaceState(history.state, "", "/cart");
  }

  async function onCheckout(event: FormEvent) {
    event.preventDefault();
    await flushCart();
    setSeen(cartStore.snapshot().cart ?? cart);
  }

  // What had the focus is gone.
  const onRemove = () => title.current?.focus();

  return (
    <div className="shop py-9 lg:py-14">
      <h1 ref={title} tabIndex={-1} className="text-d2 outline-none">
        Your Cart
      </h1>
      {isEmpty ? (
        <EmptyState
          title="Your cart is empty"
          action={
            <Link href="/products" className={buttonClass({ size: "lg" })}>
              Continue Shopping
            </Link>
          }
        >
          Add sweets, and we hold them for you here.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 lg:grid-cols-[1fr_24rem] gap-10 lg:gap-16 mt-4 lg:mt-6 items-start">
          <div>
            <ul className="border-t border-border" aria-label="Sweets in your cart">
              {cart.items.map((line) => (
                <CartLine
                  key={line.productId}
                  line={line}
                  actions={actions}
                  problem={problems[line.productId]}
                  clockAhead={clockAhead}
                  onRemove={onRemove}
                />
              ))}
            </ul>
            <form
              action={clearAction}
              className="mt-2 flex justify-end"
              onSubmit={(event) => {
                event.preventDefault();
                title.current?.focus();
                void emptyCart(actions);
              }}
            >
              <Button type="submit" kind="ghost">
                Clear cart
              </Button>
            </form>
            <GiftOptions cart={cart} actions={actions} problem={problems[0]} />
          </div>
          <OrderSummary cart={cart}>
            <form
              action="/checkout"
              className="mt-6"
              onSubmit={onCheckout}
              onFocus={() => void loadDialog()}
              onPointerEnter={() => void loadDialog()}
            >
              <Button type="submit" size="lg" className="w-full">
                Proceed to Checkout
              </Button>
            </form>
            <Link href="/products" className="btn btn-ghost w-full mt-1">
              Continue Shopping
            </Link>
          </OrderSummary>
        </div>
      )}
      {seen && (
        <Suspense>
          <CheckoutDialog cart={seen} actions={actions} offer={offer} onCart={setSeen} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
