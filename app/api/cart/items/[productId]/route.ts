import * as cart from "@/lib/cart/operations";
import { cartResponse } from "@/lib/cart/responses";
import { whenRefused } from "@/lib/errors";
import { endpoint, route } from "@/lib/http/endpoint";
import { cartAfter } from "../../cart-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart/items/{productId}", {
  PATCH: endpoint(cart.setLine, {
    id: "setCartItem",
    summary: "Set a line's quantity",
    description: "The new number of packs, which are then held again; 0 removes the line. Returns the whole cart.",
    example: { quantity: 3 },
    answer: cartResponse,
    errors: { 409: whenRefused("hold") },
    respond: cartAfter,
  }),
  DELETE: endpoint(cart.removeLine, {
    id: "removeCartItem",
    summary: "Remove a line",
    description: "Its hold goes back to stock. A line that is not in the cart is no error. Returns the whole cart.",
    answer: cartResponse,
    respond: cartAfter,
  }),
});
