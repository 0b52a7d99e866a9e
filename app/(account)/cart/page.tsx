import type { Metadata } from "next";
import { checkDelivery } from "@/app/(shop)/actions";
import { CookiesBlocked } from "@/components/account/cookies-blocked";
import { CartView } from "@/components/checkout/cart-view";
import { ADDED } from "@/lib/cart/constants";
import { hasNoCookies } from "@/lib/http/request";
import { placeOrder } from "../checkout/actions";
import { readCheckout } from "../read-checkout";
import { changeDay, changeGift, changeLine, clearCart } from "./actions";

export const metadata: Metadata = { title: "Your Cart" };

export default async function CartPage({ searchParams }: PageProps<"/cart">) {
  const { checkout, added } = await searchParams;
  const read = await readCheckout("/cart");
  if (!read.cart) return read.instead;
  return (
    <>
      {added !== undefined && (await hasNoCookies()) && (
        <div className="shop pt-6">
          <CookiesBlocked />
        </div>
      )}
      {added !== undefined && read.cart.items.length > 0 && (
        <p role="status" className="shop pt-6 text-success font-medium">
          {ADDED}
        </p>
      )}
      <CartView
        {...read}
        actions={{ changeLine, changeGift, changeDay, clearCart, placeOrder, checkDelivery }}
        checkout={checkout === "1"}
      />
    </>
  );
}
