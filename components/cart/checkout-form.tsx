"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useId, useState } from "react";
import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextArea, TextField } from "@/components/ui/field";
import { useShowPending } from "@/components/ui/use-show-pending";
import { type CartState, lineTotal } from "@/lib/cart/view";
import type { FormAction } from "@/lib/http/action-state";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { DELIVERY_MISSING } from "@/lib/orders/constants";
import type { DeliveryOffer } from "@/lib/orders/view";
import { applyServerCart, clearOrderedCart } from "./cart-store";
import { CheckoutNotice } from "./checkout-notice";
import { clearDraft, readDraft, storeDraft } from "./delivery-draft";
import { usePhoneHint } from "./use-phone-hint";

export type CheckoutActions = {
  placeOrder: FormAction<{ cart: CartState; values: Record<string, string> }>;
};

const loadSchema = () => import("@/lib/orders/schema").then(({ deliveryForm }) => deliveryForm);
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
  const form = useActionForm(actions.placeOrder, {
    failureText: "Failed to place order",
    values: {
      recipientName: offer?.recipientName ?? "",
      deliveryAddress: offer?.deliveryAddress ?? "",
      phoneNumber: offer?.phoneNumber ?? "",
      notes: "",
    },
    loadSchema,
    onSuccess: (data) => {
      applyServerCart(data.cart);
      onCart(data.cart);
    },
    onRedirect,
  });
  const { state, failure, message, pending, formProps } = form;
  const showPending = useShowPending(pending);
  const [isPrefilled, setIsPrefilled] = useState(offer !== null && state === null);
  const phone = usePhoneHint();

  // The action answers the buttons of a notice with the cart and, for pages without JavaScript, with what was typed.
  function field(name: (typeof FIELDS)[number]) {
    const props = form.field(name);
    return state?.ok ? { ...props, defaultValue: state.data.values[name] ?? "" } : props;
  }

  useEffect(() => {
    const draft = readDraft(cart.checkoutKey);
    phone.check((draft ?? { phoneNumber: field("phoneNumber").defaultValue }).phoneNumber);
    if (!draft) return;
    form.setValues(draft);
    setIsPrefilled(false);
  }, []);

  function clear() {
    const empty = { recipientName: "", deliveryAddress: "", phoneNumber: "" };
    form.setValues(empty);
    storeDraft(cart.checkoutKey, empty);
    phone.check("");
    setIsPrefilled(false);
    form.formRef.current?.querySelector<HTMLInputElement>("[name=recipientName]")?.focus();
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
        {failure && message && <CheckoutNotice failure={failure} cart={cart} pending={pending} />}
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
