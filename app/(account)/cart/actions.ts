"use server";

import { headers } from "next/headers";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { saveCartCookie } from "@/lib/auth/request";
import { clampToStock, emptyCart, setGift, setQuantity } from "@/lib/cart/commands";
import { readCartState } from "@/lib/cart/queries";
import { giftForm, lineForm } from "@/lib/cart/schema";
import type { CartState } from "@/lib/cart/view";
import type { FormAction } from "@/lib/http/action-state";
import { addressOf, consume } from "@/lib/http/limits";
import { submit } from "@/lib/http/submit";

const NOT_CHANGED = "Your cart could not be changed. Please try again.";
const nothing = z.object({});

/** The cart after a change that may have begun it. */
async function cartOf(actor: Actor, kept: { newCartToken: string | null; renewed: boolean }): Promise<CartState> {
  await saveCartCookie(actor, kept);
  return readCartState(kept.newCartToken ? { kind: "visitor", cartToken: kept.newCartToken } : actor);
}

/** Sets a line to so many units and holds them anew; 0 takes it out. */
export const changeLine: FormAction<CartState> = async (_previous, form) =>
  submit(
    lineForm,
    form,
    async ({ input: { productId, quantity }, actor }) => {
      if (quantity > 0) await consume("reserve", addressOf(await headers()));
      return cartOf(actor, await setQuantity(actor, productId, { quantity }));
    },
    NOT_CHANGED,
    { sweets: ({ productId }) => [productId] },
  );

/** Sets gift wrap and message. */
export const changeGift: FormAction<CartState> = async (_previous, form) =>
  submit(giftForm, form, async ({ input, actor }) => cartOf(actor, await setGift(actor, input)), NOT_CHANGED, {
    limit: "reserve",
  });

/** Empties the cart. */
export const clearCart: FormAction<CartState> = async (_previous, form) =>
  submit(
    nothing,
    form,
    async ({ actor }) => {
      await emptyCart(actor);
      return readCartState(actor);
    },
    NOT_CHANGED,
    { sweets: "some" },
  );

/** Brings short lines down to what there is and takes out what is not sold any more. */
export const takeAvailable: FormAction<CartState> = async (_previous, form) =>
  submit(
    nothing,
    form,
    async ({ actor }) => {
      await clampToStock(actor);
      return readCartState(actor);
    },
    NOT_CHANGED,
    { sweets: "some" },
  );
