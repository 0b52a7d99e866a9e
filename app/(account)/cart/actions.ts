"use server";

import type { Shopper } from "@/lib/auth/actor";
import type { CartChange } from "@/lib/cart/hold";
import * as cart from "@/lib/cart/operations";
import { type CartState, readCartState } from "@/lib/cart/queries";
import { saveCartCookie } from "@/lib/cart/request";
import { dayForm, giftForm, lineForm } from "@/lib/cart/schema";
import { withRoom } from "@/lib/cart/texts";
import { action, runAction } from "@/lib/http/action";
import type { FormAction } from "@/lib/http/action-state";

const failed = "Your cart could not be changed. Please try again.";

/** The cart after a change that may have created it. */
async function after({ actor, result }: { actor: Shopper; result: CartChange }): Promise<CartState> {
  await saveCartCookie(actor, result);
  return readCartState(result.newCartToken ? { kind: "visitor", cartToken: result.newCartToken } : actor);
}

/** Sets the quantity of a line and renews its hold; 0 removes the line. */
export const changeLine: FormAction<CartState> = async (_previous, form) =>
  form.get("quantity") === "0"
    ? runAction(cart.removeLine, form, { form: lineForm, failed, after })
    : withRoom(await runAction(cart.setLine, form, { form: lineForm, failed, after }));

export const changeGift = action(cart.updateCart, { form: giftForm, failed, after });

export const changeDay = action(cart.updateCart, { form: dayForm, failed, after });

export const clearCart = action(cart.emptyCart, { failed, after: ({ actor }) => readCartState(actor) });
