import { z } from "zod";
import { anySweets, noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { pathId } from "@/lib/text";
import * as commands from "./commands";
import * as queries from "./queries";
import { cartInput, lineQuery, quantityInput, reserveInput } from "./schema";

const reserving = { name: "reserve", counts: "all" } as const;

export const readCart = read({ by: "shopper", run: ({ actor }) => queries.readCart(actor) });

export const reserve = operation({
  by: "shopper",
  limit: reserving,
  locks: ({ productId }) => [productId],
  once: "add to cart",
  body: reserveInput,
  run: ({ actor, input, write }) => write((db) => commands.reserve(actor, input, db)),
});

const line = {
  by: "shopper",
  locks: ({ productId }: { productId: number }) => [productId],
  once: noKey,
  params: z.object({ productId: pathId }),
  query: lineQuery,
} as const;

export const setLine = operation({
  ...line,
  limit: reserving,
  body: quantityInput,
  run: ({ actor, input: { productId, ...line }, write }) =>
    write((db) => commands.setQuantity(actor, productId, line, db)),
});

export const removeLine = operation({
  ...line,
  limit: noLimit,
  run: ({ actor, input: { productId, packId }, write }) =>
    write((db) => commands.setQuantity(actor, productId, { packId, quantity: 0 }, db)),
});

export const updateCart = operation({
  by: "shopper",
  limit: reserving,
  locks: ({ day }) => (day === undefined ? noLocks : anySweets),
  once: noKey,
  body: cartInput,
  run: ({ actor, input, write }) => write((db) => commands.updateCart(actor, input, db)),
});

export const emptyCart = operation({
  by: "shopper",
  limit: noLimit,
  locks: anySweets,
  once: noKey,
  run: ({ actor, write }) => write((db) => commands.emptyCart(actor, db)),
});

/** Reduces the cart of the checkout to what is available. */
export const clampCart = operation({
  by: "orderer",
  limit: noLimit,
  locks: anySweets,
  once: noKey,
  run: async ({ actor, write }) => {
    await write((db) => commands.clampToStock(actor, db));
    return queries.readCartState(actor);
  },
});

/** The cart of the checkout with today's prices and offers. */
export const readCheckout = read({ by: "orderer", run: ({ actor }) => queries.readCartState(actor) });
