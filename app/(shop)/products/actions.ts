"use server";

import { redirect } from "next/navigation";
import { reserve } from "@/lib/cart/operations";
import { saveCartCookie, setViewerHint } from "@/lib/cart/request";
import { reserveForm } from "@/lib/cart/schema";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { action } from "@/lib/http/action";
import { isFirstCookie } from "@/lib/http/request";

/** Holds packs of a sweet in the caller's cart. With a key, which a page makes for each click, a repeated request adds once. */
export const addToCart = action(reserve, {
  form: reserveForm,
  failed: "Failed to add to cart.",
  after: async ({ actor, headers, result: hold }) => {
    await saveCartCookie(actor, hold);
    // Setting a cookie in an action makes Next.js render the page again. With JavaScript the page sets this one itself.
    if (!headers.has("next-action")) await setViewerHint(viewerHint(actor, hold.itemsCount));
    if (await isFirstCookie()) redirect("/cart?added=1");
    const { productId, packId, available, itemsCount } = hold;
    return { productId, packId, available, itemsCount };
  },
});
