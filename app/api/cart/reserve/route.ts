import * as cart from "@/lib/cart/operations";
import { holdResponse } from "@/lib/cart/responses";
import { whenRefused } from "@/lib/errors";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { cartCookies } from "../cart-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart/reserve", {
  POST: endpoint(cart.reserve, {
    id: "reserve",
    summary: "Add packs to the cart and hold them",
    description:
      "Adds to what is in the cart, and holds the whole line for some minutes more. A visitor without a cart gets one, by a cookie.",
    example: { productId: 1, quantity: 2 },
    answer: holdResponse,
    errors: {
      404: "Sweet not found. Pack not found.",
      409: `The cart is for another day (other_day); ${whenRefused("hold")}`,
    },
    respond: (hold, { caller, input }) => {
      const { productId, packId, quantity, available, expiresAt } = hold;
      return new ApiResponse(
        { productId, ...(input.packId && { packId }), quantity, available, expiresAt },
        { cookies: cartCookies(caller, hold, hold.itemsCount) },
      );
    },
  }),
});
