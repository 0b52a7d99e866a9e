"use server";

import { z } from "zod";
import type { Added } from "@/components/catalogue/add-to-cart";
import type { Executor } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import type { Hold } from "@/lib/cart/hold";
import { saveCartCookie, setViewerHint } from "@/lib/cart/request";
import { type ReserveInput, reserveInput } from "@/lib/cart/schema";
import { viewerHint } from "@/lib/cart/viewer-hint";
import type { FormAction } from "@/lib/http/action-state";
import { requestHash, scopeOf, withIdempotency } from "@/lib/http/idempotency";
import { submit } from "@/lib/http/submit";

const formNumber = z.coerce.number();
const input = z.object({
  productId: formNumber.pipe(reserveInput.shape.productId),
  packId: formNumber.pipe(reserveInput.shape.productId).optional(),
  quantity: formNumber.pipe(reserveInput.shape.quantity.unwrap()).default(1),
  key: z.string().max(100).optional(),
});

/** Holds packs of a sweet in the caller's cart. With a key, which a page makes for each click, a repeated request adds once. */
export const addToCart: FormAction<Added> = async (_before, form) =>
  submit(
    input,
    form,
    async ({ input: { key, ...packs }, actor, headers, write }) => {
      const hold = await write((db) => reserveOnce(actor, packs, key, db));
      await saveCartCookie(actor, hold);
      // Setting a cookie in an action makes Next.js render the page again. With JavaScript the page sets this one itself.
      if (!headers.has("next-action")) await setViewerHint(viewerHint(actor, hold.itemsCount));
      const { productId, packId, available, itemsCount } = hold;
      return { productId, packId, available, itemsCount };
    },
    "Failed to add to cart.",
    { locks: ({ productId }) => [productId], limit: "reserve" },
  );

async function reserveOnce(actor: Actor, packs: ReserveInput, key: string | undefined, db: Executor): Promise<Hold> {
  const scope = scopeOf(actor);
  if (!scope || !key) return reserve(actor, packs, db);
  const hash = requestHash("add to cart", JSON.stringify(packs));
  const { json } = await withIdempotency(db, scope, key, hash, async (tx) => ({
    status: 200,
    json: JSON.stringify(await reserve(actor, packs, tx)),
  }));
  return JSON.parse(json);
}
