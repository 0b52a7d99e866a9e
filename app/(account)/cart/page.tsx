import type { Metadata } from "next";
import { checkDelivery } from "@/app/(shop)/delivery/actions";
import { CartView } from "@/components/cart/cart-view";
import { placeOrder } from "../checkout/actions";
import { readCheckout } from "../read-checkout";
import { changeDay, changeGift, changeLine, clearCart } from "./actions";

export const metadata: Metadata = { title: "Your Cart" };

export default async function CartPage({ searchParams }: PageProps<"/cart">) {
  const { checkout } = await searchParams;
  const read = await readCheckout("/cart");
  if (!read.cart) return read.instead;
  return (
    <CartView
      {...read}
      actions={{ changeLine, changeGift, changeDay, clearCart, placeOrder, checkDelivery }}
      checkout={checkout === "1"}
    />
  );
}
