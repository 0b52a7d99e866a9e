"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useId, useState } from "react";
import { FormError } from "@/components/account/form-error";
import { type FormAction, useAction } from "@/components/account/use-action";
import { useCheckedForm } from "@/components/account/use-checked-form";
import { Button } from "@/components/ui/button";
import { TextArea, TextField } from "@/components/ui/field";
import { useShowPending } from "@/components/ui/use-show-pending";
import { type CartState, lineTotal } from "@/lib/cart/view";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { DELIVERY_MISSING } from "@/lib/orders/constants";
import type { DeliveryOffer } from "@/lib/orders/view";
import { applyServerCart, clearOrderedCart } from "./cart-store";
import { type CheckoutFailure, CheckoutNotice } from "./checkout-notice";
import { clearDraft, readDraft, storeDraft } from "./delivery-draft";
import { usePhoneHint } from "./use-phone-hint";

export type DeliveryFields = { recipientName: string; deliveryAddress: string; phoneNumber: string; notes: string };
export type CheckoutActions = {
  placeOrder: FormAction<{ cart: CartState; values: Record<string, string> }, CheckoutFailure>;
};

const loadResolver = () => import("./delivery-resolver");
const FAILED = "Failed to place order";
const FIELDS = ["recipientName", "deliveryAddress", "phoneNumber", "notes"] as const;

/** The action redirects when the order was placed: its cart is empty then, and the draft of its delivery is done with. */
function onRedirect() {
  clearDraft();
  clearOrderedCart();
}

type CheckoutFormProps = {
  /** The cart that the shopper sees, and therefore orders. */
  cart: CartState;
  actions: CheckoutActions;
  /** Delivery details to fill in first. */
  offer?: DeliveryOffer | null;
  onCart: (cart: CartState) => void;
  /** The button beside 'Place Order'. */
  cancel: ReactNode;
  /** With the page's padding instead of the dialog's. */
  inPage?: boolean;
};

/** Delivery details, the ordered lines and the way of paying. The form works without JavaScript too. */
export function CheckoutForm({ cart, actions, offer = null, onCart, cancel, inPage = false }: CheckoutFormProps) {
  const { outcome, formAction, send, pending } = useAction(actions.placeOrder, FAILED, { onRedirect });
  const showPending = useShowPending(pending);
  const failure = outcome?.ok === false ? outcome : null;
  const initial: Partial<DeliveryFields> = (outcome?.ok ? outcome.data.values : failure?.values) ?? offer ?? {};
  const [isPrefilled, setIsPrefilled] = useState(offer !== null && outcome === null);
  const phone = usePhoneHint();
  const { formProps, field, fill, whole } = useCheckedForm<DeliveryFields>({
    loadResolver,
    values: {
      recipientName: initial.recipientName ?? "",
      deliveryAddress: initial.deliveryAddress ?? "",
      phoneNumber: initial.phoneNumber ?? "",
      notes: initial.notes ?? "",
    },
    failure,
    send: (form) =>
      send(form, (result) => {
        if (result.ok) {
          applyServerCart(result.data.cart);
          onCart(result.data.cart);
        }
      }),
  });

  useEffect(() => {
    const draft = readDraft(cart.checkoutKey);
    phone.check((draft ?? initial).phoneNumber);
    if (!draft) return;
    fill(draft);
    setIsPrefilled(false);
  }, []);

  function clear() {
    const empty = { recipientName: "", deliveryAddress: "", phoneNumber: "" };
    fill(empty);
    storeDraft(cart.checkoutKey, empty);
    phone.check("");
    setIsPrefilled(false);
    formProps.ref.current?.querySelector<HTMLInputElement>("[name=recipientName]")?.focus();
  }

  // The message about missing details is shown once for the form, and describes every empty field.
  const missingId = useId();
  const required = (["recipientName", "deliveryAddress", "phoneNumber"] as const).map((name) => {
    const { error, ...props } = field(name);
    return error === DELIVERY_MISSING
      ? { ...props, "aria-invalid": true, "aria-describedby": missingId }
      : { ...props, error };
  });
  const [recipientName, deliveryAddress, phoneNumber] = required;
  const isMissing = required.some((props) => "aria-invalid" in props);

  const items = cart.items.filter((line) => line.isAvailable);
  return (
    <form
      action={formAction}
      {...formProps}
      onInput={(event) => {
        const texts = new FormData(event.currentTarget);
        storeDraft(cart.checkoutKey, Object.fromEntries(FIELDS.map((name) => [name, `${texts.get(name) ?? ""}`])));
        const { name, value } = event.target as HTMLInputElement;
        if (name === "phoneNumber") phone.onType(value);
      }}
      onBlur={({ target: { name, value } }) => name === "phoneNumber" && phone.check(value)}
    >
      <div className={inPage ? "grid gap-4" : "body grid gap-4"}>
        {/* Enter in a field presses the first submit button of the form. Without this one it could be a button of the notice. */}
        <button type="submit" hidden />
        <input type="hidden" name="key" value={cart.checkoutKey ?? ""} />
        <input
          type="hidden"
          name="items"
          value={JSON.stringify(items.map(({ productId, quantity, price }) => ({ productId, quantity, price })))}
        />
        {cart.giftWrap && <input type="hidden" name="giftWrap" value="on" />}
        <input type="hidden" name="personalMessage" value={cart.personalMessage} />
        {failure && whole && <CheckoutNotice failure={failure} cart={cart} pending={pending} />}
        {isMissing && (
          <div id={missingId}>
            <FormError>{DELIVERY_MISSING}</FormError>
          </div>
        )}
        {isPrefilled && offer && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted">
            {offer.from === "account" ? "Filled in from your account." : "Filled in from your last order."}
            <Link href="/checkout?blank=1" className="link inline-flex items-center min-h-11" data-for="neutral">
              Clear
            </Link>
            <Button kind="ghost" onClick={clear} data-for="visitor customer admin">
              Clear
            </Button>
          </p>
        )}
        <TextField label="Recipient Name" autoComplete="name" maxLength={120} {...recipientName} />
        <TextArea
          label="Delivery Address"
          autoComplete="street-address"
          rows={2}
          maxLength={500}
          className="[&_textarea]:min-h-[4.5rem]"
          {...deliveryAddress}
        />
        <TextField
          label="Phone Number"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          hint={phone.hint}
          {...phoneNumber}
        />
        <TextField label="Notes" optional maxLength={500} placeholder="Ring twice, please" {...field("notes")} />
        <section aria-label="Your order" className="border-t border-border pt-3">
          <ul className="num">
            {items.map((line) => (
              <li key={line.productId} className="flex justify-between gap-4 py-0.5">
                <span>
                  {line.name} <span className="text-muted">× {line.quantity}</span>
                </span>
                <span>{formatRupees(lineTotal(line))}</span>
              </li>
            ))}
            {cart.giftWrap && (
              <li className="flex justify-between gap-4 py-0.5">
                <span>Gift Wrapping</span>
                <span>{formatPaise(GIFT_WRAP_PAISE)}</span>
              </li>
            )}
          </ul>
          <p className="text-muted mt-2">Pay on delivery, in cash or by UPI at the door.</p>
        </section>
      </div>
      <footer className={inPage ? "flex flex-wrap items-center gap-3 mt-6" : "items-center max-sm:flex-wrap"}>
        <p className="mr-auto num max-sm:w-full max-sm:flex max-sm:justify-between max-sm:text-lg">
          <span className="text-muted">Total</span> <b>{formatRupees(cart.total)}</b>
        </p>
        {cancel}
        <Button type="submit" pending={pending} showPending={showPending} pendingLabel="Placing Order...">
          Place Order
        </Button>
      </footer>
    </form>
  );
}
