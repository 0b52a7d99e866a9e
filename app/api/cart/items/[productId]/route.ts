import { z } from "zod";
import { setQuantity } from "@/lib/cart/commands";
import { cartResponse, HOLD_REFUSED } from "@/lib/cart/responses";
import { lineQuery, quantityInput } from "@/lib/cart/schema";
import { endpoint, route } from "@/lib/http/endpoint";
import { pathId } from "@/lib/text";
import { cartAfter } from "../../cart-response";

const params = z.object({ productId: pathId });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart/items/{productId}", {
  PATCH: endpoint(
    {
      id: "setCartItem",
      tag: "Cart",
      summary: "Set a line's quantity",
      description: "The new number of packs, which are then held again; 0 removes the line. Returns the whole cart.",
      actor: "shopper",
      params,
      query: lineQuery,
      body: quantityInput,
      example: { quantity: 3 },
      limit: "reserve",
      locks: ({ params }) => [params.productId],
      answer: cartResponse,
      errors: { 409: HOLD_REFUSED },
    },
    async ({ actor, caller, params, query, body, write }) =>
      cartAfter(actor, caller, await write((db) => setQuantity(actor, params.productId, { ...query, ...body }, db))),
  ),
  DELETE: endpoint(
    {
      id: "removeCartItem",
      tag: "Cart",
      summary: "Remove a line",
      description: "Its hold goes back to stock. A line that is not in the cart is no error. Returns the whole cart.",
      actor: "shopper",
      params,
      query: lineQuery,
      locks: ({ params }) => [params.productId],
      answer: cartResponse,
    },
    async ({ actor, caller, params, query, write }) =>
      cartAfter(
        actor,
        caller,
        await write((db) => setQuantity(actor, params.productId, { ...query, quantity: 0 }, db)),
      ),
  ),
});
