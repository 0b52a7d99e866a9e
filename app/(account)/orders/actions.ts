"use server";

import { redirect } from "next/navigation";
import { flash, setViewerHint, viewerHint } from "@/lib/auth/request";
import { countItems } from "@/lib/cart/queries";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { cancelOrder } from "@/lib/orders/commands";
import { addOrderToCart } from "@/lib/orders/reorder";
import { orderForm } from "@/lib/orders/schema";

/** Cancels an own Pending order. */
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

/** Puts an order's sweets into the cart again, as far as they are there, and shows the cart. */
export const reorder: FormAction = async (_previous, form) =>
  submit(
    orderForm,
    form,
    async ({ input: { orderId }, actor, write }) => {
      const { added, missing } = await write((db) => addOrderToCart(actor, orderId, db));
      await setViewerHint(viewerHint(actor, await countItems(actor)));
      const left = missing.map(({ name, wanted, got }) => (got > 0 ? `${name} (only ${got} of ${wanted})` : name));
      const without = left.length > 0 ? `Not available now: ${left.join(", ")}.` : "";
      if (added === 0) await flash("error", without);
      else
        await flash(
          without ? "warning" : "success",
          `Added to your cart: ${added} ${added === 1 ? "item" : "items"}. ${without}`.trim(),
        );
      redirect("/cart");
    },
    "Failed to add to cart.",
    { locks: "some", limit: "reserve" },
  );
