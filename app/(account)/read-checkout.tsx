import { deliveryShop } from "@/app/delivery-shop";
import { NoCart, ShopUnavailable } from "@/components/account/page-instead";
import { isShopper } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { readCartState } from "@/lib/cart/queries";
import { itemsOf } from "@/lib/cart/rules";
import { shopNow } from "@/lib/clock";
import { quoteDelivery } from "@/lib/delivery/queries";
import { rememberedPincode } from "@/lib/delivery/request";
import { itemsText } from "@/lib/delivery/texts";
import { nullIfUnavailable } from "@/lib/errors";
import { deliveryOffer } from "@/lib/orders/queries";
import { offersOnline } from "@/lib/payments/current-gateway";
import { paymentOffer } from "@/lib/payments/rules";
import { isPaused } from "@/lib/settings/facts";
import { settingsForPage } from "@/lib/settings/queries";

/**
 * The cart, and what its page and the checkout show beside it: the shopper's last delivery details, the offers for the remembered
 * pincode, the ways to pay, whether orders are taken, and the shop's GSTIN. Admins get `instead`, which the page shows in place of the cart,
 * and so does everybody while the database is unavailable.
 */
export async function readCheckout(path: "/cart" | "/checkout") {
  const actor = await nullIfUnavailable(currentActor);
  if (actor && !isShopper(actor)) return { cart: null, instead: <NoCart /> };
  const cart = actor && (await nullIfUnavailable(() => readCartState(actor)));
  if (!cart) return { cart: null, instead: <ShopUnavailable path={path}>Your cart is safe.</ShopUnavailable> };
  const items = itemsOf(cart.items);
  const [shop, { values }, pincode, offer] = await Promise.all([
    deliveryShop(),
    settingsForPage(),
    rememberedPincode(),
    nullIfUnavailable(() => deliveryOffer(actor)),
  ]);
  // The form begins with the last order's pincode; a dialog over the cart asks for its offers itself.
  const asked = pincode || (path === "/checkout" && offer?.pincode);
  const offers = asked ? await nullIfUnavailable(() => quoteDelivery(actor, { pincode: asked, items })) : null;
  return {
    cart,
    offer,
    delivery: { pincode, items: itemsText(items), offers, shop },
    payments: paymentOffer(values.payments, offersOnline(values.payments)),
    pause: isPaused(values.pause, shopNow()) ? values.pause : null,
    gstin: values.tax.gstin,
  };
}
