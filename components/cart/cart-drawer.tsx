"use client";

import * as Radix from "@radix-ui/react-dialog";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { type DeliveryShop, feeText } from "@/components/delivery/delivery-texts";
import type { CheckDelivery } from "@/components/delivery/pincode-form";
import { buttonClass } from "@/components/ui/button";
import { focusFirstField, useDialogFocus } from "@/components/ui/dialog-focus";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PageError } from "@/components/ui/page-error";
import type { CartState } from "@/lib/cart/queries";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { CartDayForm } from "./cart-day-form";
import { CartLine } from "./cart-line";
import { CartPincode, useCartDelivery } from "./cart-pincode";
import { type CartActions, dropOthersCart, flushCart, refreshCart, useCartSnapshot } from "./cart-store";

export type DrawerActions = CartActions & { checkDelivery: CheckDelivery };
type CartDrawerProps = { actions: DrawerActions; shop: DeliveryShop; onClose: () => void };

function Summary({ cart, actions, shop, onClose }: CartDrawerProps & { cart: CartState }) {
  const delivery = useCartDelivery(cart);
  // The cart page, also in a new tab, must show what was clicked last.
  const sendChanges = () => void flushCart();
  return (
    <footer className="px-[min(1.5rem,5vw)] py-5 border-t border-brass max-h-[60%] overflow-auto short:max-h-none">
      <CartPincode compact cart={cart} delivery={delivery} shop={shop} action={actions.checkDelivery} />
      <dl className="mt-3 num text-muted [&>div]:flex [&>div]:justify-between">
        {cart.giftWrap && (
          <div>
            <dt>Gift Wrapping</dt>
            <dd>{formatPaise(GIFT_WRAP_PAISE)}</dd>
          </div>
        )}
        {delivery.fee !== null && (
          <div>
            <dt>Delivery</dt>
            <dd>{feeText({ fee: delivery.fee, freeFrom: null })}</dd>
          </div>
        )}
      </dl>
      <p className="flex justify-between items-baseline mb-4">
        <span className="font-semibold">Total</span>
        <b className="num text-2xl" aria-live="polite">
          {formatRupees(delivery.total)}
        </b>
      </p>
      <Link
        href="/cart"
        className={buttonClass({ size: "lg" }, "w-full")}
        onClick={sendChanges}
        onAuxClick={sendChanges}
        onNavigate={onClose}
        prefetch={false}
      >
        View Cart
      </Link>
    </footer>
  );
}

export default function CartDrawer({ actions, shop, onClose }: CartDrawerProps) {
  const { cart, problems } = useCartSnapshot();
  const [isFailed, setIsFailed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const focus = useDialogFocus();

  async function load() {
    setIsFailed(false);
    setIsFailed(!(await refreshCart()));
  }

  useEffect(() => {
    dropOthersCart();
    void load();
  }, []);

  // The lines may arrive after the drawer has opened. The focus then moves from the close button to the first field, unless the
  // shopper has moved it already.
  const isLoaded = cart !== null;
  useEffect(() => {
    const dialog = list.current?.closest("[role=dialog]");
    if (isLoaded && dialog?.querySelector("button") === document.activeElement) focusFirstField(dialog);
  }, [isLoaded]);

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content className="drawer" {...focus} aria-describedby={undefined}>
          <header className="flex items-center justify-between gap-2 pl-[min(1.5rem,5vw)] pr-[min(0.75rem,2vw)] min-h-[4.75rem] border-b border-border shrink-0">
            <Radix.Title className="text-d4">Your Cart</Radix.Title>
            <Radix.Close className="btn btn-icon" aria-label="Close">
              <Icon name="x" />
            </Radix.Close>
          </header>
          {!cart ? (
            isFailed ? (
              <div className="p-6">
                <PageError retry={load}>The cart could not be loaded.</PageError>
              </div>
            ) : (
              <p className="p-6 text-muted" role="status">
                Loading...
              </p>
            )
          ) : cart.items.length === 0 ? (
            <EmptyState title="Your cart is empty" level="h3">
              Add sweets, and we hold them for you here.
            </EmptyState>
          ) : (
            <>
              <ul
                ref={list}
                tabIndex={-1}
                className="px-[min(1.5rem,5vw)] flex-1 overflow-auto short:flex-none short:overflow-visible outline-none"
                aria-label="Sweets in your cart"
              >
                {cart.items.map((line) => (
                  <CartLine
                    key={line.packId}
                    compact
                    line={line}
                    actions={actions}
                    problem={problems[line.packId]}
                    onRemove={() => list.current?.focus()}
                  />
                ))}
              </ul>
              <div className="px-[min(1.5rem,5vw)] empty:hidden">
                <CartDayForm cart={cart} actions={actions} />
              </div>
              <Summary cart={cart} actions={actions} shop={shop} onClose={onClose} />
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
