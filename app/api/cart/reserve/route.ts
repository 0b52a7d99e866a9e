import { reserve } from "@/lib/cart/commands";
import { HOLD_REFUSED, holdResponse } from "@/lib/cart/responses";
import { reserveInput } from "@/lib/cart/schema";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { cartCookies } from "../cart-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart/reserve", {
  POST: endpoint(
    {
      id: "reserve",
      tag: "Cart",
      summary: "Add packs to the cart and hold them",
      description:
        "Adds to what is in the cart, and holds the whole line for some minutes more. A visitor without a cart gets one, by a cookie.",
      actor: "shopper",
      body: reserveInput,
      example: { productId: 1, quantity: 2 },
      limit: "reserve",
      idempotent: true,
      locks: ({ body }) => [body.productId],
      answer: holdResponse,
      errors: { 404: "Sweet not found. Pack not found.", 409: HOLD_REFUSED },
    },
    async ({ actor, caller, body, write }) => {
      const hold = await write((db) => reserve(actor, body, db));
      const { productId, packId, quantity, available, expiresAt } = hold;
      return new ApiResponse(
        { productId, ...(body.packId && { packId }), quantity, available, expiresAt },
        { cookies: cartCookies(caller, hold, hold.itemsCount) },
      );
    },
  ),
});
