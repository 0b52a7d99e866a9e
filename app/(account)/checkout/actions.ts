"use server";

import type { Route } from "next";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { isShopper } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import * as cart from "@/lib/cart/operations";
import { type CartState, countItems, readCartState } from "@/lib/cart/queries";
import { saveCartCookie, setViewerHint } from "@/lib/cart/request";
import { movedTo } from "@/lib/cart/rules";
import { dayForm } from "@/lib/cart/schema";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { pincodeIn } from "@/lib/delivery/constants";
import { setPincodeCookie } from "@/lib/delivery/request";
import { MADE_FOR } from "@/lib/forms/made-for";
import { fieldsOf, formOf, runAction } from "@/lib/http/action";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import { flash } from "@/lib/http/request";
import { isSameOrder } from "@/lib/orders/checkout";
import * as orders from "@/lib/orders/operations";

const failed = "Failed to place order";

/** The result of a button that changes the cart only; an order redirects to /orders, or to where it is to be paid. */
type UpdatedCart = { cart: CartState; values: Record<string, string> };

const intents = { take: cart.clampCart, prices: cart.readCheckout, delivery: cart.readCheckout };

/** Remembers the pincode that was typed, so that the page comes back with the offers for it. With JavaScript it is remembered already. */
async function rememberTyped(form: FormData) {
  const typed = pincodeIn(String(form.get("pincode") ?? ""));
  if (typed) await setPincodeCookie(typed);
}

/** Gives the cart another day, and answers with it and what was typed, without a window of the day before. */
const moveCart = (form: FormData, day: string) => {
  const change = formOf({ day, [MADE_FOR]: form.get(MADE_FOR)?.toString() });
  return runAction(cart.updateCart, change, {
    form: dayForm,
    failed,
    signedOut: "value",
    after: async ({ actor }) => {
      await rememberTyped(form);
      const { slot: _, ...values } = fieldsOf(form);
      return { cart: await readCartState(actor), values };
    },
  });
};

/**
 * Before an order for a window on another day than that of its cart, the cart moves, so that the sweets come from the day's plan. Where
 * that is not possible for a cart of today, they stay as they are held.
 */
async function followWindow(form: FormData): Promise<ActionFailure | null> {
  const date = String(form.get("slot") ?? "").slice(0, 10);
  const actor = await currentActor();
  if (!date || !isShopper(actor)) return null;
  // The window says the day, whatever the page was rendered with.
  form.set("day", "");
  const cart = await readCartState(actor);
  const day = movedTo(cart, date, cart.today);
  if (day === undefined || cart.checkoutKey !== form.get("key")) return null;
  const moved = await moveCart(form, day ?? "");
  return moved.ok || cart.day === null ? null : { ...moved, values: fieldsOf(form) };
}

/**
 * Places the order that the form shows. The form's other buttons have an `intent`: "take" reduces the cart to what is available,
 * "prices" returns the cart with the current prices, and "delivery" comes back with the offers for the pincode. The button of an
 * `alternative` orders for that window, that of a `cartDay` gives the cart that day.
 */
export const placeOrder: FormAction<UpdatedCart> = async (_previous, form) => {
  const intent = String(form.get("intent"));
  if (Object.hasOwn(intents, intent)) {
    return runAction(intents[intent as keyof typeof intents], form, {
      failed,
      signedOut: "value",
      after: async ({ result }) => {
        await rememberTyped(form);
        return { cart: result, values: fieldsOf(form) };
      },
    });
  }
  const alternative = form.get("alternative");
  if (alternative !== null) form.set("slot", alternative);
  const cartDay = form.get("cartDay");
  if (cartDay !== null) return moveCart(form, String(cartDay));
  const refusedDay = await followWindow(form);
  if (refusedDay) return refusedDay;
  const refused = await runAction(orders.checkout, form, {
    failed,
    signedOut: "value",
    after: async ({ actor, input, result: order, replayed }) => {
      const edited = replayed && !isSameOrder(order, input);
      // The order is placed: a count that cannot be read must not look like a failure.
      await setViewerHint(viewerHint(actor, await countItems(actor).catch(() => 0)));
      await saveCartCookie(actor, { newCartToken: null, renewed: true });
      const again = edited ? "&again=1" : "";
      // That page says itself that the order was placed, and is loaded anew.
      if (order.payment.method === "online") redirect(`/orders/${order.id}/pay?placed=1${again}` as Route);
      if (edited) await flash("info", `Order #${order.id} was already placed, with the details you sent first.`);
      else await flash("success", "Order placed successfully");
      // An order by UPI is paid now, on its own page.
      if (order.payment.method === "upi") redirect(`/orders/${order.id}?placed=1${again}` as Route);
      redirect(`/orders?placed=${order.id}${again}`);
    },
  });
  await rememberTyped(form);
  // What was offered is not so any more: the form gets what is.
  if (!refused.ok && (refused.code === "cod_unavailable" || refused.fields.payment)) refresh();
  return refused;
};
