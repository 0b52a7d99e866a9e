import type { Metadata } from "next";
import { checkDelivery } from "@/app/(shop)/delivery/actions";
import { NoCart } from "@/components/account/no-cart";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { CartView } from "@/components/cart/cart-view";
import { isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { readCartState } from "@/lib/cart/queries";
import { nullIfUnavailable } from "@/lib/errors";
import { deliveryOffer } from "@/lib/orders/queries";
import { placeOrder } from "../checkout/actions";
import { renderedDelivery } from "../rendered-delivery";
import { changeGift, changeLine, clearCart } from "./actions";

export const metadata: Metadata = { title: "Your Cart" };

export default async function CartPage({ searchParams }: PageProps<"/cart">) {
  const { checkout } = await searchParams;
  const actor = await nullIfUnavailable(currentActor);
  if (actor && isAdmin(actor)) return <NoCart />;
  const [cart, offer] = actor
    ? await Promise.all([
        nullIfUnavailable(() => readCartState(actor)),
        actor.kind === "user" ? nullIfUnavailable(() => deliveryOffer(actor)) : null,
      ])
    : [];
  if (!cart) return <ShopUnavailable path="/cart">Your cart is safe.</ShopUnavailable>;
  const { delivery, payments, pause } = await renderedDelivery(cart);
  return (
    <CartView
      rendered={cart}
      actions={{ changeLine, changeGift, clearCart, placeOrder, checkDelivery }}
      delivery={delivery}
      payments={payments}
      pause={pause}
      offer={offer ?? null}
      checkout={checkout === "1"}
    />
  );
}
