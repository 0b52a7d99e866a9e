"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { applyServerCart, clearOrderedCart } from "@/components/cart/cart-store";
import { type Pause, PauseNotice } from "@/components/cart/pause-notice";
import type { RenderedDelivery } from "@/components/delivery/delivery-texts";
import { setFieldTexts } from "@/components/forms/fields";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { clearDraft, readDeliveryDraft, storeDeliveryDraft } from "@/components/layout/delivery-draft";
import { A } from "@/components/ui/a";
import { Button } from "@/components/ui/button";
import { TextArea, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { useShowPending } from "@/components/ui/use-show-pending";
import type { CartState } from "@/lib/cart/queries";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import {
  companyFieldOf,
  DELIVERY_MISSING,
  type DeliveryTextName,
  deliveryTextNames,
  deliveryTexts,
  forTexts,
  optionalTexts,
} from "@/lib/orders/constants";
import type { DeliveryOffer } from "@/lib/orders/queries";
import type { PaymentOffer } from "@/lib/payments/rules";
import { looksLikePhone } from "@/lib/telephone";
import { CompanyFields, companyValues } from "./company-fields";
import { CheckoutDelivery, useCheckoutDelivery } from "./delivery";
import { CheckoutLines, CheckoutSummary } from "./lines";
import { CheckoutNotice } from "./notice";
import { CheckoutPayment, chosenPayment } from "./payment";

export type CheckoutActions = {
  placeOrder: FormAction<{ cart: CartState; values: Record<string, string> }>;
};

const loadSchema = () =>
  import("@/lib/orders/schema").then(({ deliveryForm, fulfilmentForm, withCompany }) =>
    withCompany(deliveryForm.extend(fulfilmentForm.shape)),
  );

/** The fields that the draft in the browser has beside the choices. */
const keptNames = [...deliveryTextNames, "email", ...Object.keys(companyValues)];

/** The action redirects when the order was placed: its cart is empty then, and the draft of its delivery is done with. */
function onRedirect() {
  clearDraft();
  clearOrderedCart();
}

/** Milliseconds after the last key before a phone number counts as complete. */
const IDLE_MS = 800;

/** A hint for a phone field, replaced by a warning when the text does not look like a phone number. Nothing is refused. */
function usePhoneHint() {
  const [isDoubtful, setIsDoubtful] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function check(text = "") {
    clearTimeout(timer.current);
    setIsDoubtful(text.trim() !== "" && !looksLikePhone(text));
  }

  function onType(text: string) {
    clearTimeout(timer.current);
    // A valid number clears the warning at once. An invalid one may just be incomplete, so its warning waits.
    if (looksLikePhone(text)) check(text);
    else timer.current = setTimeout(() => check(text), IDLE_MS);
  }

  // The height of the longer text, so that nothing below moves when the texts change.
  const hint = (
    <span className="block min-h-[2.8em]" aria-live="polite">
      {isDoubtful ? (
        <span className="text-warning font-medium">
          <Icon name="triangle-alert" className="inline size-4 mr-1.5 -mt-0.5" />
          This does not look like a phone number. A courier needs 10 digits, or the country code before them.
        </span>
      ) : (
        "A courier may call: please give 10 digits, or the country code before them."
      )}
    </span>
  );
  return { hint, check, onType };
}

export type CheckoutFormProps = {
  /** The cart that the shopper sees, and therefore orders, until a button of the form changes it. */
  cart: CartState;
  actions: CheckoutActions;
  /** The delivery details to fill in first; customers only. */
  offer?: DeliveryOffer | null;
  delivery: RenderedDelivery;
  payments: PaymentOffer;
  pause?: Pause | null;
  /** The shop's GSTIN; without one there are no GST invoices. */
  gstin?: string | null;
  /** Closes the dialog around the form; absent on the page that the form has for browsers without JavaScript. */
  onClose?: () => void;
};

/** Delivery details, the ordered lines and the way of paying. The form works without JavaScript too. */
export function CheckoutForm({
  cart: shown,
  actions,
  offer = null,
  delivery: rendered,
  payments,
  pause = null,
  gstin = null,
  onClose,
}: CheckoutFormProps) {
  const [newerCart, setNewerCart] = useState<CartState | null>(null);
  const cart = newerCart ?? shown;
  // What this browser remembers is newer than the last order.
  const filledPincode = rendered.pincode || (offer?.pincode ?? "");
  const form = useActionForm(actions.placeOrder, {
    failureText: "Failed to place order",
    values: {
      ...forTexts(() => ""),
      recipientName: offer?.recipientName ?? "",
      deliveryAddress: offer?.deliveryAddress ?? "",
      phoneNumber: offer?.phoneNumber ?? "",
      email: "",
      pincode: filledPincode,
      method: "",
      slot: "",
      payment: "",
      ...(gstin && companyValues),
    } as Record<string, string>,
    loadSchema,
    fieldOf: (path) => companyFieldOf(path.replace("delivery.", "")),
    onSuccess: (data) => {
      applyServerCart(data.cart);
      setNewerCart(data.cart);
    },
    // Whatever was refused, the offers may have changed: a window was taken or is over, a fee is another one.
    onFailure: ({ code }) => code !== "lost" && code !== "unauthorized" && delivery.refresh(),
    onRedirect,
  });
  const { state, failure, message, pending, formProps } = form;
  const showPending = useShowPending(pending);
  const [isPrefilled, setIsPrefilled] = useState(offer !== null && state === null);
  const phone = usePhoneHint();

  // The action answers the buttons of a notice with the cart and, for pages without JavaScript, with what was typed.
  const posted = state?.ok ? state.data.values : failure?.values;
  const typedField = (name: string) => ({
    ...form.field(name),
    ...(state?.ok && { defaultValue: state.data.values[name] ?? "" }),
  });
  function field(name: DeliveryTextName) {
    const { label, max: maxLength } = deliveryTexts[name];
    return { label, maxLength, ...typedField(name) };
  }
  const [address, setAddress] = useState(() => field("deliveryAddress").defaultValue);
  const delivery = useCheckoutDelivery(
    cart,
    { pincode: posted?.pincode ?? filledPincode, method: posted?.method ?? "", slot: posted?.slot },
    rendered,
  );
  const { choice, choose, fee } = delivery;
  const [payment, setPayment] = useState(posted?.payment ?? "");
  const total = toRupees(toPaise(cart.total) + toPaise(fee));

  useEffect(() => {
    const draft = readDeliveryDraft(cart.checkoutKey);
    phone.check((draft ?? { phoneNumber: field("phoneNumber").defaultValue }).phoneNumber);
    if (!draft) return;
    const { pincode = choice.pincode, method = "", slot, payment = "", ...texts } = draft;
    setFieldTexts(form.formRef.current, { ...texts, pincode });
    setAddress(texts.deliveryAddress ?? "");
    choose({ pincode, method, slot });
    setPayment(payment);
    setIsPrefilled(false);
  }, []);

  function storeTyped() {
    const typed = new FormData(form.formRef.current ?? undefined);
    const texts = Object.fromEntries(keptNames.map((name) => [name, `${typed.get(name) ?? ""}`]));
    storeDeliveryDraft(cart.checkoutKey, { ...texts, ...choice, payment });
  }

  // The choice changes after the event that `onInput` stores the draft for.
  useEffect(() => {
    if (readDeliveryDraft(cart.checkoutKey)) storeTyped();
  }, [choice, payment]);

  function clear() {
    setFieldTexts(form.formRef.current, {
      recipientName: "",
      deliveryAddress: "",
      phoneNumber: "",
      email: "",
      pincode: "",
      ...companyValues,
    });
    choose({ pincode: "" });
    storeTyped();
    setAddress("");
    phone.check("");
    setIsPrefilled(false);
    form.formRef.current?.querySelector<HTMLInputElement>("[name=recipientName]")?.focus();
  }

  // The message about missing details is shown once for the form; each empty field says what it needs.
  const isMissing = Object.values(form.errors).includes(DELIVERY_MISSING);
  const fields = forTexts((name) => {
    const { error, ...props } = field(name);
    const missing = `Please enter the ${deliveryTexts[name].label.toLowerCase()}`;
    return { ...props, error: error === DELIVERY_MISSING ? missing : error };
  });

  const items = cart.items.filter((line) => line.isAvailable);
  return (
    <form
      {...formProps}
      onInput={({ target }) => {
        storeTyped();
        const { name, value } = target as HTMLInputElement;
        if (name === "phoneNumber") phone.onType(value);
        if (name === "deliveryAddress") setAddress(value);
      }}
      onBlur={({ target: { name, value } }) => name === "phoneNumber" && phone.check(value)}
    >
      <MadeFor />
      <div className={onClose ? "body grid gap-4" : "grid gap-4"}>
        {/* Enter in a field presses the first submit button of the form, which must not order: without JavaScript it looks up the pincode. */}
        <button type="submit" name="intent" value="delivery" hidden onClick={(event) => event.preventDefault()} />
        <input type="hidden" name="key" value={cart.checkoutKey ?? ""} />
        <input
          type="hidden"
          name="items"
          value={JSON.stringify(
            items.map(({ productId, packId, quantity, price }) => ({ productId, packId, quantity, price })),
          )}
        />
        {/* An order never costs more than what was shown here. */}
        <input type="hidden" name="fee" value={fee} />
        {cart.giftWrap && <input type="hidden" name="giftWrap" value="on" />}
        <input type="hidden" name="personalMessage" value={cart.personalMessage} />
        {pause && <PauseNotice pause={pause} />}
        {failure && message && <CheckoutNotice failure={failure} cart={cart} pending={pending} />}
        {isMissing && <Notice tone="danger" title={DELIVERY_MISSING} />}
        {isPrefilled && offer && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted">
            {offer.from === "account" ? "Filled in from your account." : "Filled in from your last order."}
            <Link
              href="/checkout?blank=1&guest=1"
              className="link inline-flex items-center min-h-11"
              data-for="neutral"
            >
              Clear
            </Link>
            <Button kind="ghost" onClick={clear} data-scripted="">
              Clear
            </Button>
          </p>
        )}
        <TextField autoComplete="name" {...fields.recipientName} />
        <TextArea
          autoComplete="street-address"
          rows={2}
          className="[&_textarea]:min-h-[4.5rem]"
          {...fields.deliveryAddress}
        />
        <TextField inputMode="tel" autoComplete="tel" hint={phone.hint} {...fields.phoneNumber} />
        {!cart.signedIn && (
          <TextField
            label="Email"
            optional
            type="email"
            inputMode="email"
            autoComplete="email"
            hint={
              <>
                Only for news of this order. We keep your details with the order to bring it to you, and its bill as
                long as the law requires. A cookie lets this browser find the order again.{" "}
                <A href="/privacy" className="link">
                  Privacy Policy
                </A>
              </>
            }
            {...typedField("email")}
          />
        )}
        {optionalTexts.map((name) => (
          <TextField key={name} optional placeholder={deliveryTexts[name].placeholder} {...fields[name]} />
        ))}
        <CheckoutDelivery
          delivery={delivery}
          cart={cart}
          shop={rendered.shop}
          errors={form.errors}
          address={address}
          onPincode={(pincode) => {
            setFieldTexts(form.formRef.current, { pincode });
            choose({ pincode });
          }}
        />
        {gstin && (
          <CompanyFields
            {...{ shopGstin: gstin, field: typedField, pincode: choice.pincode }}
            method={delivery.offer?.method ?? null}
          />
        )}
        <CheckoutLines items={items} giftWrap={cart.giftWrap} offer={delivery.offer} />
        <CheckoutPayment
          offer={payments}
          total={total}
          chosen={payment}
          onChoose={setPayment}
          error={form.errors.payment}
        />
      </div>
      <footer className={onClose ? "items-center max-sm:flex-wrap" : "flex flex-wrap items-center gap-3 mt-6"}>
        <CheckoutSummary cart={cart} delivery={delivery} payment={chosenPayment(total, payments, payment)} />
        <p className="mr-auto num max-sm:w-full max-sm:flex max-sm:justify-between max-sm:text-lg">
          <span className="text-muted">Total</span> <b aria-live="polite">{formatRupees(total)}</b>
        </p>
        {onClose ? (
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
        ) : (
          <Link href="/cart" className="btn btn-outline">
            Back to cart
          </Link>
        )}
        <Button
          type="submit"
          pending={pending}
          showPending={showPending}
          pendingLabel="Placing Order..."
          disabled={pause !== null}
        >
          {pause ? "Not Taking Orders" : "Place Order"}
        </Button>
      </footer>
    </form>
  );
}
