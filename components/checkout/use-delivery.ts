"use client";

import { useState } from "react";
import { rememberPincode } from "@/components/delivery/pincode-store";
import { type RenderedOffers, useOffers } from "@/components/delivery/use-offers";
import type { CartState } from "@/lib/cart/queries";
import { itemsOf } from "@/lib/cart/rules";
import { pincodeIn } from "@/lib/delivery/constants";
import { itemsText } from "@/lib/delivery/texts";

/** What the shopper has chosen, as the checkout form sends it. */
export type DeliveryChoice = { pincode: string; method: string; slot: string };

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
  const isOffered = offer?.days.some(
    ({ date, slots }) => date === choice.slot.slice(0, 10) && slots.some(({ from }) => from === choice.slot.slice(11)),
  );

  function choose(change: Partial<DeliveryChoice>) {
    setChoice((before) => ({ ...before, ...change }));
    const typed = pincodeIn(change.pincode ?? "");
    if (typed) rememberPincode(typed);
  }

  return {
    ...answer,
    choice,
    choose,
    pincode,
    offer,
    /** The chosen window while it is offered. */
    slot: isOffered ? choice.slot : "",
    /** Rupees that the order's total has for the delivery. */
    fee: offer?.fee ?? 0,
  };
}
export type ChosenDelivery = ReturnType<typeof useCheckoutDelivery>;
