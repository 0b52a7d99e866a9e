import type { Executor } from "@/db/client";
import type { Shopper } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import type { LineKey } from "@/lib/cart/hold";
import { listNames, withPack } from "@/lib/catalogue/packs";
import { AppError, concernsLine } from "@/lib/errors";
import { findOrder } from "./queries";

export type Reordered = {
  /** Packs added to the cart. */
  added: number;
  /** Lines of which fewer packs were added than were ordered. */
  missing: { name: string; wanted: number; got: number }[];
};

/** What is missing, as a list: "Peda, Rasgulla (only 1 of 4)". */
export function missingText(missing: Reordered["missing"]): string {
  const names = missing.map(({ name, wanted, got }) => (got > 0 ? `${name} (only ${got} of ${wanted})` : name));
  return listNames(names);
}

/** Adds packs of a sweet to the cart: all that are wanted, else as many as are available. Returns how many. */
async function reserveAvailable(actor: Shopper, line: LineKey, wanted: number, db: Executor): Promise<number> {
  let quantity = wanted;
  while (quantity > 0) {
    try {
      await reserve(actor, { ...line, quantity }, db);
      return quantity;
    } catch (error) {
      // The sweet is not sold any more, or cannot be ordered for the day of the cart.
      if (error instanceof AppError && (error.code === "not_found" || error.extra.errors?.[0]?.path === "day"))
        return 0;
      // A shortage, a limit or a closed day costs this line; anything else, such as a busy database, stops the whole.
      if (!concernsLine(error)) throw error;
      // Always less than before, so that this ends even while others keep taking units.
      quantity = Math.min(error.extra.available ?? 0, quantity - 1);
    }
  }
  return 0;
}

/** Adds the sweets of an own order to the cart again, as far as they are sold and available. Throws `not_found` for others' orders. */
export async function addOrderToCart(actor: Shopper, orderId: number, db: Executor): Promise<Reordered> {
  const order = await findOrder(actor, orderId, db);
  const result: Reordered = { added: 0, missing: [] };
  for (const { productId, packId, packLabel, name, quantity } of order.items) {
    const got = await reserveAvailable(actor, { productId, packId }, quantity, db);
    result.added += got;
    if (got < quantity) result.missing.push({ name: withPack(name, packLabel), wanted: quantity, got });
  }
  return result;
}
