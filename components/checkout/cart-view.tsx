"use client";

import Link from "next/link";
import { type FormEvent, type ReactNode, useActionState, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CartDayForm } from "@/components/cart/cart-day-form";
import { CartLine } from "@/components/cart/cart-line";
import { type CartDelivery, CartPincode, useCartDelivery } from "@/components/cart/cart-pincode";
import {
  type CartActions,
  CLEAR_KEY,
  flushCart,
  GIFT_KEY,
  hydrateCart,
  readShownCart,
  refreshCart,
  removeAllLines,
  setGiftOptions,
  useCartSnapshot,
} from "@/components/cart/cart-store";
import { PauseNotice } from "@/components/cart/pause-notice";
import { feeText } from "@/components/delivery/delivery-texts";
import type { CheckDelivery } from "@/components/delivery/pincode-form";
import { MadeFor } from "@/components/forms/made-for";
import { readViewer } from "@/components/layout/viewer-store";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Check, FieldError, TextArea } from "@/components/ui/field";
import { laterDialog } from "@/components/ui/later";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import type { CartState } from "@/lib/cart/queries";
import { countPacks, subtotal } from "@/lib/cart/rules";
import { listingHref } from "@/lib/catalogue/constants";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { type PaymentOffer, paymentChoice } from "@/lib/payments/rules";
import type { CheckoutFormProps } from "./checkout-form";

const CheckoutDialog = laterDialog(() => import("./checkout-dialog"));

/** Gift wrap and a personal message, which does not require gift wrap. Both are saved as they change. */
function GiftOptions({ cart, actions, problem }: { cart: CartState; actions: CartActions; problem?: string }) {
  const [posted, formAction] = useActionState(actions.changeGift, null);
  const [message, setMessage] = useState<string>();
  const error = problem ?? (posted?.ok === false ? posted.message : undefined);

  return (
    <form action={formAction} className="mt-4" onSubmit={(event) => event.preventDefault()}>
      <MadeFor />
      <Check
        name="giftWrap"
        checked={cart.giftWrap}
        onChange={(event) => setGiftOptions(actions, { giftWrap: event.target.checked })}
      >
        <span>
          <b className="font-semibold">Add gift wrap</b> <span className="num">(+{formatPaise(GIFT_WRAP_PAISE)})</span>
          <br />
          <span className="text-muted">Maroon box, golden ribbon, your note inside.</span>
        </span>
      </Check>
      <TextArea
        label="Personal message"
        optional
        name="personalMessage"
        className="mt-2 max-w-xl"
        rows={3}
        maxLength={MAX_PERSONAL_MESSAGE}
        value={message ?? cart.personalMessage}
        onChange={(event) => {
          setMessage(event.target.value);
          setGiftOptions(actions, { personalMessage: event.target.value });
        }}
        onBlur={() => void flushCart().then(() => setMessage(undefined))}
      />
      {/* Of the tick or of the message, which are sent together. */}
      {error && <FieldError role="alert">{error}</FieldError>}
      <button type="submit" className="btn btn-outline mt-3" data-for="neutral">
        Save
      </button>
    </form>
  );
}

function deliveryText({ offers, fee, isLoading }: CartDelivery): ReactNode {
  if (fee !== null) return feeText({ fee, freeFrom: null });
  if (offers) return <span className="text-muted">Pick up only</span>;
  return <span className="text-muted">{isLoading ? "Loading..." : "Calculated at checkout"}</span>;
}

function paymentText(total: number, offer: PaymentOffer): string {
  const { methods, refusal } = paymentChoice(total, offer);
  const ahead = methods.includes("online") ? "Online" : methods.includes("upi") && "By UPI";
  if (!ahead) return refusal ? "Please call us" : "On delivery, cash or UPI";
  return methods.includes("cod") ? `${ahead} now, or on delivery` : `${ahead} when you order`;
}

type OrderSummaryProps = {
  cart: CartState;
  delivery: CartDelivery;
  payments: PaymentOffer;
  pincode: ReactNode;
  children: ReactNode;
};

export function OrderSummary({ cart, delivery, payments, pincode, children }: OrderSummaryProps) {
  const packs = countPacks(cart.items.filter((line) => line.isAvailable));
  return (
    <aside className="lid p-[min(1.5rem,6vw)] lg:p-8" aria-labelledby="summary-title">
      <h2 id="summary-title" className="text-d4">
        Order Summary
      </h2>
      <dl className="mt-4 num [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&_dd]:ml-auto [&>div]:py-1.5">
        <div>
          <dt className="text-muted">
            Subtotal ({packs} {packs === 1 ? "item" : "items"})
          </dt>
          <dd>{formatRupees(subtotal(cart.items))}</dd>
        </div>
        {cart.giftWrap && (
          <div>
            <dt className="text-muted">Gift Wrapping</dt>
            <dd>{formatPaise(GIFT_WRAP_PAISE)}</dd>
          </div>
        )}
        <div>
          <dt className="text-muted">Delivery</dt>
          <dd className="text-right">{deliveryText(delivery)}</dd>
        </div>
        <div>
          <dt className="text-muted">Payment</dt>
          <dd className="text-muted text-right">{paymentText(delivery.total, payments)}</dd>
        </div>
      </dl>
      <div className="border-t border-border mt-4 pt-4">{pincode}</div>
      <p className="flex justify-between items-baseline border-t border-brass mt-6 pt-4">
        <span className="font-semibold text-lg">Total</span>
        <b className="num text-[1.75rem] leading-none" aria-live="polite">
          {formatRupees(delivery.total)}
        </b>
      </p>
      {children}
    </aside>
  );
}

type CartViewProps = Omit<CheckoutFormProps, "onClose"> & {
  actions: CartActions & { checkDelivery: CheckDelivery };
  /** Opens the dialog at once, for shoppers who come back from the login. */
  checkout: boolean;
};

export function CartView({
  cart: rendered,
  actions,
  offer,
  delivery: renderedDelivery,
  payments,
  pause,
  gstin,
  checkout,
}: CartViewProps) {
  const { cart: stored, problems } = useCartSnapshot();
  const cart = stored && stored.readAt >= rendered.readAt ? stored : rendered;
  const delivery = useCartDelivery(cart, renderedDelivery);
  const { shop } = renderedDelivery;
  /** The cart as it was when the dialog opened: a later change may not alter what the shopper agrees to. */
  const [checkoutCart, setCheckoutCart] = useState<CartState | null>(null);
  const [cleared, clearAction] = useActionState(actions.clearCart, null);
  const clearProblem = problems[CLEAR_KEY]?.message ?? (cleared?.ok === false ? cleared.message : undefined);
  const title = useRef<HTMLHeadingElement>(null);

  // Before the effects of the lines: their holds are counted down by the server's time, which this cart brings.
  useLayoutEffect(() => hydrateCart(rendered), [rendered]);

  useEffect(() => {
    // A page from the router's cache (Back) may show an old cart.
    if (readViewer().count !== rendered.itemsCount) void refreshCart();
  }, []);

  useEffect(() => {
    if (!checkout || pause || rendered.items.length === 0) return;
    setCheckoutCart(rendered);
    // Once: neither a reload nor somebody else who signs in finds the dialog open. Later, because the router takes part in it from then on.
    const timer = setTimeout(() => history.replaceState(null, "", "/cart"));
    return () => clearTimeout(timer);
  }, [checkout]);

  async function onCheckout(event: FormEvent) {
    event.preventDefault();
    await flushCart();
    setCheckoutCart(readShownCart().cart ?? cart);
  }

  return (
    <div className="shop py-9 lg:py-14">
      <h1 ref={title} tabIndex={-1} className="text-d2 outline-none">
        Your Cart
      </h1>
      {cart.items.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          action={
            <Link href={listingHref()} className={buttonClass({ size: "lg" })}>
              Continue Shopping
            </Link>
          }
        >
          Add sweets, and we hold them for you here.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 lg:grid-cols-[1fr_24rem] gap-10 lg:gap-16 mt-4 lg:mt-6 items-start">
          <div>
            <CartDayForm cart={cart} actions={actions} />
            <ul className="border-t border-border" aria-label="Sweets in your cart">
              {cart.items.map((line) => (
                <CartLine
                  key={line.packId}
                  line={line}
                  actions={actions}
                  problem={problems[line.packId]}
                  // The removed line had the focus.
                  onRemove={() => title.current?.focus()}
                />
              ))}
            </ul>
            <form
              action={clearAction}
              className="mt-2 flex flex-col items-end"
              onSubmit={(event) => {
                event.preventDefault();
                title.current?.focus();
                void removeAllLines(actions);
              }}
            >
              <MadeFor />
              <Button type="submit" kind="ghost">
                Clear cart
              </Button>
              {clearProblem && <FieldError role="alert">{clearProblem}</FieldError>}
            </form>
            <GiftOptions cart={cart} actions={actions} problem={problems[GIFT_KEY]?.message} />
          </div>
          <OrderSummary
            cart={cart}
            delivery={delivery}
            payments={payments}
            pincode={<CartPincode cart={cart} delivery={delivery} shop={shop} action={actions.checkDelivery} />}
          >
            {pause && (
              <div className="mt-6">
                <PauseNotice pause={pause} />
              </div>
            )}
            <form
              action="/checkout"
              className="mt-6"
              onSubmit={onCheckout}
              onFocus={() => CheckoutDialog.preload()}
              onPointerEnter={() => CheckoutDialog.preload()}
            >
              <Button type="submit" size="lg" className="w-full" disabled={pause !== null}>
                {pause ? "Not Taking Orders" : "Proceed to Checkout"}
              </Button>
            </form>
            <Link href={listingHref()} className="btn btn-ghost w-full mt-1">
              Continue Shopping
            </Link>
          </OrderSummary>
        </div>
      )}
      {checkoutCart && (
        <CheckoutDialog
          cart={checkoutCart}
          actions={actions}
          offer={offer}
          delivery={{ ...delivery, offers: delivery.isLoading ? null : delivery.offers, shop }}
          payments={payments}
          gstin={gstin}
          onClose={() => setCheckoutCart(null)}
        />
      )}
    </div>
  );
}
