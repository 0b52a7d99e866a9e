"use server";

import { headers } from "next/headers";
import { z } from "zod";
import type { Added } from "@/components/catalogue/add-to-cart";
import { saveCartCookie, setViewerHint, viewerHint } from "@/lib/auth/request";
import { type Hold, reserve } from "@/lib/cart/commands";
import { reserveInput } from "@/lib/cart/schema";
import type { FormAction } from "@/lib/http/action-state";
import { requestHash, scopeOf, withIdempotency } from "@/lib/http/idempotency";
import { addressOf, consume } from "@/lib/http/limits";
import { submit } from "@/lib/http/submit";

const number = z.coerce.number();
const input = z.object({
  productId: number.pipe(reserveInput.shape.productId),
  quantity: number.pipe(reserveInput.shape.quantity.unwrap()).default(1),
  key: z.string().max(100).optional(),
});

/** Holds units of a sweet in the caller's cart. The key of a click, when it came with one, adds once. */
export const addToCart: FormAction<Added> = async (_before, form) =>
  submit(
    input,
    form,
    async ({ input: { productId, quantity, key }, actor, db }) => {
      const asked = await headers();
      await consume("reserve", addressOf(asked));
      const scope = scopeOf(actor);
      const wanted = { productId, quantity };
      const hold: Hold =
        scope && key
          ? JSON.parse(
              (
                await withIdempotency(
                  db,
                  scope,
                  key,
                  requestHash("add to cart", JSON.stringify(wanted)),
                  async (tx) => ({
                    status: 200,
                    json: JSON.stringify(await reserve(actor, wanted, tx)),
                  }),
                )
              ).json,
            )
          : await reserve(actor, wanted, db);
      await saveCartCookie(actor, hold);
      // A cookie makes Next render the page anew; with JavaScript the page writes this one itself.
      if (!asked.has("next-action")) await setViewerHint(viewerHint(actor, hold.itemsCount));
      return { productId, available: hold.available, itemsCount: hold.itemsCount };
    },
    "Failed to add to cart.",
    { sweets: ({ productId }) => [productId] },
  );
