"use server";

import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { emptyCart, setGift, setQuantity } from "@/lib/cart/commands";
import type { CartChange } from "@/lib/cart/hold";
import { readCartState } from "@/lib/cart/queries";
import { saveCartCookie } from "@/lib/cart/request";
import { giftForm, lineForm } from "@/lib/cart/schema";
import type { CartState } from "@/lib/cart/types";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

const NOT_CHANGED = "Your cart could not be changed. Please try again.";
const noInput = z.object({});

/** The cart after a change that may have created it. */
async function cartAfter(actor: Actor, change: CartChange): Promise<CartState> {
  await saveCartCookie(actor, change);
  return readCartState(change.newCartToken ? { kind: "visitor", cartToken: change.newCartToken } : actor);
}

/** Sets the quantity of a line and renews its hold; 0 removes the line. */
export const changeLine: FormAction<CartState> = async (_previous, form) =>
  submit(
    lineForm,
    form,
    async ({ input: { productId, ...line }, actor, write }) =>
      cartAfter(actor, await write((db) => setQuantity(actor, productId, line, db))),
    NOT_CHANGED,
    {
      locks: ({ productId }) => [productId],
      limit: ({ quantity }) => (quantity > 0 ? "reserve" : undefined),
    },
  );

/** Sets the gift wrap and the message. */
export const changeGift: FormAction<CartState> = async (_previous, form) =>
  submit(
    giftForm,
    form,
    async ({ input, actor, write }) => cartAfter(actor, await write((db) => setGift(actor, input, db))),
    NOT_CHANGED,
    { limit: "reserve" },
  );

/** Empties the cart. */
export const clearCart: FormAction<CartState> = async (_previous, form) =>
  submit(
    noInput,
    form,
    async ({ actor, write }) => {
      await write((db) => emptyCart(actor, db));
      return readCartState(actor);
    },
    NOT_CHANGED,
    { locks: "some" },
  );
