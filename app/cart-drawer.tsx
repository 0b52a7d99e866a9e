import { changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { checkDelivery } from "@/app/(shop)/delivery/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { deliveryShop } from "./delivery-shop";

/** The cart drawer of every storefront page. */
export async function CartDrawer() {
  return (
    <CartDrawerIsland actions={{ changeLine, changeGift, clearCart, checkDelivery }} shop={await deliveryShop()} />
  );
}
