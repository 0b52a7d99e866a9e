"use client";

import { type MouseEvent, useId, useState } from "react";
import { DeliveryFailed, DeliveryLine } from "@/components/delivery/delivery-result";
import {
  blockedNames,
  blockedText,
  type DeliveryShop,
  feeText,
  minimumText,
  notServedText,
  noWindowText,
} from "@/components/delivery/delivery-texts";
import { rememberPincode } from "@/components/delivery/pincode-store";
import { type RenderedOffers, useOffers } from "@/components/delivery/use-offers";
import { WindowChooser } from "@/components/delivery/window-chooser";
import { Button } from "@/components/ui/button";
import { Check, FieldError, TextField } from "@/components/ui/field";
import type { CartState } from "@/lib/cart/queries";
import { itemsOf, movedTo, subtotal } from "@/lib/cart/rules";
import { dayText } from "@/lib/dates";
import { NO_PINCODE, pincodeIn } from "@/lib/delivery/constants";
import type { DeliveryOffers, MethodOffer } from "@/lib/delivery/queries";
import { itemsText, orderDayText } from "@/lib/delivery/texts";
import { asciiDigits } from "@/lib/digits";

/** What the shopper has chosen, as the checkout form sends it. `slot`: empty for none, absent until the shopper chooses. */
type DeliveryChoice = { pincode: string; method: string; slot?: string };

/**
 * How the order of the checkout form is delivered: what was chosen, the offers for it, and the fee that they add to the total.
 * `initial`: what the form begins with. `rendered`: the offers that came with the page.
 */
export function useCheckoutDelivery(cart: CartState, initial: DeliveryChoice, rendered: RenderedOffers) {
  const [choice, setChoice] = useState(initial);
  const pincode = pincodeIn(choice.pincode);
  const answer = useOffers(pincode, itemsText(itemsOf(cart.items)), rendered);
  const { offers } = answer;
  // Where we deliver, that is the default. To pick up has to be chosen: nobody may wait at home for a box that waits in the shop.
  const offer =
    offers?.methods.find(({ method }) => method === choice.method) ?? (offers?.served ? offers.methods[0] : undefined);
  const windows = (offer?.days ?? []).flatMap(({ date, slots }) =>
    slots.map((window) => ({ ...window, date, slot: `${date} ${window.from}` })),
  );
  const chosen = windows.find(({ slot }) => slot === choice.slot);
  // The first one that leaves the cart's day as it is: where the sweets come from is not changed unasked.
  const first = windows.find(({ date }) => movedTo(cart, date, offers?.today ?? "") === undefined);
  const window = choice.slot === "" ? undefined : (chosen ?? first);

  function choose(change: Partial<DeliveryChoice>) {
    // What was chosen is a window of the way and the pincode that were chosen with it.
    const isOtherWay = (change.method ?? change.pincode) !== undefined && !("slot" in change);
    setChoice((before) => ({ ...before, ...(isOtherWay && before.slot && { slot: undefined }), ...change }));
    const typed = pincodeIn(change.pincode ?? "");
    if (typed) rememberPincode(typed);
  }

  return {
    ...answer,
    choice,
    choose,
    pincode,
    offer,
    window,
    slot: window?.slot ?? "",
    /** Whether the window that the shopper chose is not offered any more. */
    isGone: windows.length > 0 && Boolean(choice.slot) && !chosen,
    /** Rupees that the order's total has for the delivery. */
    fee: offer?.fee ?? 0,
  };
}

type CheckoutDeliveryProps = {
  delivery: ReturnType<typeof useCheckoutDelivery>;
  cart: CartState;
  shop: DeliveryShop;
  errors: Record<string, string>;
  /** The address that was typed: a pincode in it is proposed. */
  address: string;
  onPincode: (pincode: string) => void;
};

/** The one pincode that an address has; empty when it has none, or several. */
function pincodeOf(address: string): string {
  const found = new Set(
    asciiDigits(address)
      .match(/(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g)
      ?.map(pincodeIn),
  );
  return found.size === 1 ? ([...found][0] ?? "") : "";
}

function methodText({ area }: DeliveryOffers, offer: MethodOffer, { address }: DeliveryShop) {
  switch (offer.method) {
    case "delivery":
      return { name: `Delivery in ${area?.name}`, details: feeText(offer) };
    case "courier":
      return { name: "Courier", details: [offer.estimate, feeText(offer)].filter(Boolean).join(" · ") };
    case "pickup":
      return { name: "Pick up", details: `Free, at ${address}` };
  }
}

/** The checkout's pincode, method and window. Each may be left open: then we call. */
export function CheckoutDelivery({ delivery, cart, shop, errors, address, onPincode }: CheckoutDeliveryProps) {
  const { choice, choose, pincode, offers, offer, slot, isGone, isLoading, isFailed, refresh } = delivery;
  const errorId = useId();
  const dated = slot ? null : orderDayText(cart.day, { method: offer?.method ?? null, slot: null });
  const newDay = offers && slot ? movedTo(cart, slot.slice(0, 10), offers.today) : undefined;
  const [isRefused, setIsRefused] = useState(false);
  const proposed = pincodeOf(address);
  const blocked = offers && offer?.method === "courier" ? blockedNames(offers, cart.items) : [];
  const below = offers && offer?.method !== "pickup" ? minimumText(offers, subtotal(cart.items)) : null;
  const problem = [errors.method, errors.day, errors.slot].filter(Boolean).join(" ");

  function check(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    if (pincode) return refresh();
    setIsRefused(true);
    event.currentTarget.form?.querySelector<HTMLInputElement>("[name=pincode]")?.focus();
  }

  return (
    <section aria-label="Delivery" className="grid gap-3 border-t border-border pt-4">
      <div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 items-end">
          <TextField
            label="Pincode"
            optional
            name="pincode"
            inputMode="numeric"
            autoComplete="postal-code"
            defaultValue={choice.pincode}
            className="contents [&>label]:col-span-2 [&>label]:mb-0 [&>p]:col-span-2 [&>p]:order-1 [&>p]:mt-0"
            error={errors.pincode ?? (isRefused ? NO_PINCODE : undefined)}
            onInput={({ currentTarget }) => {
              setIsRefused(false);
              choose({ pincode: currentTarget.value });
            }}
          />
          <button type="submit" name="intent" value="delivery" className="btn btn-outline min-h-12" onClick={check}>
            Check delivery
          </button>
        </div>
        {proposed && proposed !== pincode && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted">
            The address says {proposed}.
            <Button kind="ghost" onClick={() => onPincode(proposed)}>
              Use {proposed}
            </Button>
          </p>
        )}
      </div>
      <div role="status" className="grid gap-3 empty:hidden">
        {choice.pincode === "" && <p className="text-muted">We will call you to arrange delivery.</p>}
        {isFailed && <DeliveryFailed onRetry={refresh} />}
        {isLoading && !offers && <p className="text-muted">Loading...</p>}
        {offers && !offers.served && <p className="font-medium">{notServedText(offers.pincode, shop)}</p>}
      </div>
      {offers && offers.methods.length > 0 && (
        <fieldset aria-describedby={problem ? errorId : undefined}>
          <legend className="label">Method</legend>
          {offers.methods.map((other) => {
            const { name, details } = methodText(offers, other, shop);
            return (
              <Check
                key={other.method}
                type="radio"
                name="method"
                value={other.method}
                checked={other.method === offer?.method}
                onChange={() => choose({ method: other.method })}
              >
                <span>
                  <b className="font-semibold">{name}</b>
                  <span className="block text-muted num">{details}</span>
                </span>
              </Check>
            );
          })}
        </fieldset>
      )}
      {[blocked.length > 0 && blockedText(blocked), below].filter(Boolean).map((text) => (
        <DeliveryLine key={`${text}`} icon="triangle-alert" tone="text-warning font-medium num">
          {text}
        </DeliveryLine>
      ))}
      {problem && (
        <FieldError id={errorId} className="mt-0">
          {problem}
        </FieldError>
      )}
      {offers && offer && offer.days.length > 0 && (
        <WindowChooser
          key={offer.method}
          days={offer.days}
          today={offers.today}
          cartDay={cart.day}
          slot={slot}
          onSlot={(chosen) => choose({ slot: chosen })}
          errorId={errorId}
          error={errors.slot}
        />
      )}
      <input type="hidden" name="day" value={slot ? "" : (cart.day ?? "")} />
      {isGone && !errors.slot && (
        <p role="status">Your window is not free any more.{slot && " We chose the first one that is."}</p>
      )}
      {newDay !== undefined && <p role="status">This changes your cart to {newDay ? dayText(newDay) : "today"}.</p>}
      {dated && <p className="font-medium">{dated}</p>}
      {offer && offer.method !== "courier" && offer.days.length === 0 && <p>{noWindowText(shop)}</p>}
    </section>
  );
}
