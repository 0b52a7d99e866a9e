"use server";

import { redirect } from "next/navigation";
import type { Added } from "@/components/catalogue/add-to-cart";
import { reserve } from "@/lib/cart/operations";
import { saveCartCookie, setViewerHint } from "@/lib/cart/request";
import { reserveForm } from "@/lib/cart/schema";
import { withRoom } from "@/lib/cart/texts";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { runAction } from "@/lib/http/action";
import type { FormAction } from "@/lib/http/action-state";
import { isFirstCookie } from "@/lib/http/request";

/** Holds packs of a sweet in the caller's cart. With a key, which a page makes for each click, a repeated request adds once. */
export const addToCart: FormAction<Added> = async (_previous, form) =>
  withRoom(
    await runAction(reserve, form, {
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
    }),
  );
