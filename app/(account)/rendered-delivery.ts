import { deliveryShop } from "@/app/delivery-shop";
import type { Pause } from "@/components/cart/pause-notice";
import type { RenderedDelivery } from "@/components/delivery/delivery-texts";
import { itemsOf } from "@/lib/cart/rules";
import type { CartState } from "@/lib/cart/types";
import { shopNow } from "@/lib/clock";
import { quoteDelivery } from "@/lib/delivery/queries";
import { rememberedPincode } from "@/lib/delivery/request";
import { itemsText } from "@/lib/delivery/texts";
import { nullIfUnavailable } from "@/lib/errors";
import { type PaymentOffer, paymentOffer } from "@/lib/payments/rules";
import { isPaused } from "@/lib/settings/facts";
import { settingsForPage } from "@/lib/settings/queries";

type Rendered = { delivery: RenderedDelivery; payments: PaymentOffer; pause: Pause | null };

/** What cart and checkout show beside the cart: the offers for the remembered pincode, the ways to pay, and whether orders are taken. */
export async function renderedDelivery(cart: CartState): Promise<Rendered> {
  const [shop, settings, pincode] = await Promise.all([deliveryShop(), settingsForPage(), rememberedPincode()]);
  const { pause } = settings.values;
  const items = itemsOf(cart.items);
  const offers = pincode ? await nullIfUnavailable(() => quoteDelivery({ pincode, items })) : null;
  return {
    delivery: { pincode, items: itemsText(items), offers, shop },
    payments: paymentOffer(settings.values.payments),
    pause: isPaused(pause, shopNow()) ? pause : null,
  };
}
