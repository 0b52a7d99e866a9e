import { emptyCart, setGift } from "@/lib/cart/commands";
import { readCart, toApiCart } from "@/lib/cart/queries";
import { cartResponse } from "@/lib/cart/responses";
import { giftInput } from "@/lib/cart/schema";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { message } from "@/lib/http/responses";
import { cartAfter, cartCookies } from "./cart-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/cart", {
  GET: endpoint(
    { id: "getCart", tag: "Cart", summary: "The caller's cart", actor: "shopper", answer: cartResponse },
    async ({ actor }) => toApiCart(await readCart(actor)),
  ),
  PATCH: endpoint(
    {
      id: "updateCart",
      tag: "Cart",
      summary: "Set gift wrap and personal message",
      description:
        "Changes only what is sent. A visitor without a cart gets one, by a cookie, unless there is nothing to store in it.",
      actor: "shopper",
      limit: "reserve",
      body: giftInput,
      example: { giftWrap: true, personalMessage: "Happy Diwali!" },
      answer: cartResponse,
    },
    async ({ actor, caller, body, write }) => cartAfter(actor, caller, await write((db) => setGift(actor, body, db))),
  ),
  DELETE: endpoint(
    {
      id: "emptyCart",
      tag: "Cart",
      summary: "Empty the cart",
      description: "Every hold goes back to stock; gift wrap and message are reset.",
      actor: "shopper",
      locks: "some",
      answer: message,
    },
    async ({ actor, caller, write }) => {
      const cartId = await write((db) => emptyCart(actor, db));
      const cookies = cartCookies(caller, { cartId, newCartToken: null }, 0);
      return new ApiResponse({ message: "Cart cleared." }, { cookies });
    },
  ),
});
