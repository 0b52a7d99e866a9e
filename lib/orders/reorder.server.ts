import { type Executor, writeDb } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { AppError } from "@/lib/errors";
import { findOrder } from "./server";

export type Reordered = {
  /** Units put into the cart. */
  added: number;
  /** Lines that are not there, or not whole. */
  missing: { name: string; wanted: number; got: number }[];
};

/** Units of a sweet put into the cart: as many as are wanted, else as many as are there, else none. */
async function putIn(actor: Actor, productId: number, wanted: number, db: Executor): Promise<number> {
  let quantity = wanted;
  while (quantity > 0) {
    try {
      await reserve(actor, { productId, quantity }, db);
      return quantity;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "not_found") return 0;
      if (error.code !== "insufficient_stock") throw error;
      // Always less than before, so this ends however quick others are.
      quantity = Math.min(error.extra.available ?? 0, quantity - 1);
    }
  }
  return 0;
}

/** Adds the sweets of an own order to the cart once more, as far as they are sold and there. Throws `not_found` for others' orders. */
export async function addOrderToCart(actor: Actor, orderId: number, db: Executor = writeDb()): Promise<Reordered> {
  const order = await findOrder(actor, orderId);
  const result: Reordered = { added: 0, missing: [] };
  for (const { productId, name, quantity } of order.items) {
    const got = await putIn(actor, productId, quantity, db);
    result.added += got;
    if (got < quantity) result.missing.push({ name, wanted: quantity, got });
  }
  return result;
}
