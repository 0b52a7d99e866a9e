import { z } from "zod";
import { setQuantity } from "@/lib/cart/commands";
import { cartResponse } from "@/lib/cart/responses";
import { quantityInput } from "@/lib/cart/schema";
import { endpoint, route } from "@/lib/http/endpoint";
import { pathId } from "@/lib/text";
import { cartAfter } from "../../cart-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart/items/{productId}", {
  PATCH: endpoint(
    {
      id: "setCartItem",
      tag: "Cart",
      summary: "Set a line's quantity",
      description: "The new number of units, which are then held again; 0 removes the line. Returns the whole cart.",
      actor: "shopper",
      params: z.object({ productId: pathId }),
      body: quantityInput,
      example: { quantity: 3 },
      limit: "reserve",
      locks: ({ params }) => [params.productId],
      answer: cartResponse,
      errors: { 409: "Only {N} items available in stock." },
    },
    async ({ actor, caller, params, body, write }) =>
      cartAfter(actor, caller, await write((db) => setQuantity(actor, params.productId, body, db))),
  ),
});
