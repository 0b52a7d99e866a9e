import * as cart from "@/lib/cart/operations";
import { toApiCart } from "@/lib/cart/queries";
import { cartResponse } from "@/lib/cart/responses";
import { whenRefused } from "@/lib/errors";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { message } from "@/lib/http/responses";
import { cartAfter, cartCookies } from "./cart-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart", {
  GET: endpoint(cart.readCart, {
    id: "getCart",
    summary: "The caller's cart",
    answer: cartResponse,
    respond: toApiCart,
  }),
  PATCH: endpoint(cart.updateCart, {
    id: "updateCart",
    summary: "Set gift wrap, personal message and day",
    description:
      "Changes only what is sent. A visitor without a cart gets one, by a cookie, unless there is nothing to store in it. Another day moves every hold of sweets that are made for the day, and holds their whole lines from now, or changes nothing; a cart without lines keeps no day.",
    example: { giftWrap: true, personalMessage: "Happy Diwali!" },
    answer: cartResponse,
    errors: {
      409: whenRefused("day"),
      422: "The day is over or cannot be booked",
    },
    respond: cartAfter,
  }),
  DELETE: endpoint(cart.emptyCart, {
    id: "emptyCart",
    summary: "Empty the cart",
    description: "Every hold goes back to stock; gift wrap and message are reset.",
    answer: message,
    respond: (cartId, { caller }) =>
      new ApiResponse(
        { message: "Cart cleared." },
        { cookies: cartCookies(caller, { cartId, newCartToken: null }, 0) },
      ),
  }),
});
