"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { action } from "@/lib/http/action";
import { flash } from "@/lib/http/request";
import * as orders from "@/lib/orders/operations";
import * as payments from "@/lib/orders/payment-operations";
import { missingText } from "@/lib/orders/reorder";
import { browserOrdersForm, changeForm, orderForm } from "@/lib/orders/schema";
import { claimForm } from "@/lib/payments/schema";
import * as people from "@/lib/people/operations";

export const cancel = action(orders.cancelOrder, {
  form: orderForm,
  failed: "Failed to cancel order",
  after: async ({ input }) => {
    await flash("success", "Order cancelled");
    redirect(`/orders?order=${input.id}#order-${input.id}-card` as Route);
  },
});

export const change = action(orders.changeOrder, {
  form: changeForm,
  failed: "Failed to change order",
  after: async ({ input }) => {
    await flash("success", "Order changed");
    redirect(`/orders/${input.id}#delivery` as Route);
  },
});

export const reorder = action(orders.reorder, {
  form: orderForm,
  failed: "Failed to add to cart.",
  after: async ({ actor, result: { added, missing } }) => {
    await setViewerHint(viewerHint(actor, await countItems(actor)));
    const notice = missing.length > 0 ? `Not available now: ${missingText(missing)}.` : "";
    if (added === 0) await flash("error", notice);
    else
      await flash(
        notice ? "warning" : "success",
        `Added to your cart: ${added} ${added === 1 ? "item" : "items"}. ${notice}`.trim(),
      );
    redirect("/cart");
  },
});

export const claim = action(payments.claimPayment, {
  form: claimForm,
  failed: "Failed to send the UTR. Please try again.",
  after: async ({ input }) => {
    await flash("success", "Thank you. We are checking your payment.");
    redirect(`/orders/${input.id}#payment` as Route);
  },
});

export const payOnDelivery = action(payments.payOnDelivery, {
  form: orderForm,
  failed: "That did not work. Please try again.",
  after: async ({ input: { id } }) => {
    await flash("success", "You pay on delivery now.");
    redirect(`/orders/${id}#payment` as Route);
  },
});

export const addToAccount = action(orders.addToAccount, {
  form: orderForm,
  failed: "The order could not be added. Please try again.",
  after: async ({ input: { id } }) => {
    await flash("success", `Order #${id} is in your account now.`);
    redirect(`/orders?order=${id}` as Route);
  },
});

export const forget = action(orders.forgetOrders, {
  form: browserOrdersForm,
  failed: "The orders could not be forgotten. Please try again.",
  after: () => redirect("/orders"),
});

export const erase = action(people.eraseOrder, {
  form: orderForm,
  failed: "Your details could not be deleted. Please try again.",
  after: async ({ input: { id } }) => {
    await flash("success", `Your details are deleted from order #${id}.`);
    redirect("/orders");
  },
});
