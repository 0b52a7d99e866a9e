"use client";

import type { RenderedDelivery } from "@/components/delivery/delivery-texts";
import { usePincode } from "@/components/delivery/pincode-store";
import { useOffers } from "@/components/delivery/use-offers";
import type { CartState } from "@/lib/cart/queries";
import { itemsOf } from "@/lib/cart/rules";
import { itemsText } from "@/lib/delivery/texts";
import { toPaise, toRupees } from "@/lib/money";

/** The offers for the remembered pincode and the cart, with the fee and the total that an order would have. */
export function useCartDelivery(cart: CartState, rendered?: RenderedDelivery) {
  const pincode = usePincode(rendered?.pincode);
  const items = itemsText(itemsOf(cart.items));
  const answer = useOffers(items ? pincode : "", items, rendered);
  /** Rupees; null while it is not known, or where we do not deliver. */
  const fee = answer.offers?.served ? (answer.offers.methods[0]?.fee ?? null) : null;
  const total = toRupees(toPaise(cart.total) + toPaise(fee ?? 0));
  return { ...answer, pincode, items, fee, total };
}
export type CartDelivery = ReturnType<typeof useCartDelivery>;
