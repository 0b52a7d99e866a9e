"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import type { FormAction } from "@/lib/http/action-state";
import { flash } from "@/lib/http/request";
import { submit } from "@/lib/http/submit";
import { cancelOrder } from "@/lib/invoices/order-commands";
import { addOrderToCart, missingText } from "@/lib/orders/reorder";
import { orderForm } from "@/lib/orders/schema";
import { claimOnce } from "@/lib/payments/claim";
import { claimForm } from "@/lib/payments/schema";

/** Cancels one of the user's own pending orders. */
export const cancel: FormAction = async (_previous, form) =>
  submit(
    orderForm,
    form,
    async ({ input: { orderId }, actor, write }) => {
      await write((db) => cancelOrder(actor, orderId, db));
      await flash("success", "Order cancelled");
      redirect("/orders");
    },
    "Failed to cancel order",
    { locks: "some" },
  );

/** Adds the sweets of an order to the cart as far as they are available, and redirects to the cart. */
export const reorder: FormAction = async (_previous, form) =>
  submit(
    orderForm,
    form,
    async ({ input: { orderId }, actor, write }) => {
      const { added, missing } = await write((db) => addOrderToCart(actor, orderId, db));
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
    "Failed to add to cart.",
    { locks: "some", limit: "reserve" },
  );

/** Sends the UTR of a payment by UPI, and shows the order's page again with what came of it. */
export const claim: FormAction = async (_previous, form) =>
  submit(
    claimForm,
    form,
    async ({ input, actor, write }) => {
      await write((db) => claimOnce(actor, input, db));
      await flash("success", "Thank you. We are checking your payment.");
      redirect(`/orders/${input.orderId}#payment` as Route);
    },
    "Failed to send the UTR. Please try again.",
    { limit: "payments" },
  );
