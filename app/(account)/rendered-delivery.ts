import { deliveryShop } from "@/app/delivery-shop";
import type { Pause } from "@/components/cart/pause-notice";
import type { RenderedDelivery } from "@/components/delivery/delivery-texts";

import { rememberedPincode } from "@/lib/auth/request";
import { type CartState, itemsOf } from "@/lib/cart/view";
import { shopNow } from "@/lib/clock";
import { isPaused } from "@/lib/delivery/fulfilment";
import { quoteDelivery } from "@/lib/delivery/queries";
import { itemsText } from "@/lib/delivery/view";
import { nullIfUnavailable } from "@/lib/errors";
import { settingsForPage } from "@/lib/settings/queries";

/** What cart and checkout show about delivery: the offers for the remembered pincode, and whether orders are taken. */
export async function renderedDelivery(cart: CartState): Promise<{ delivery: RenderedDelivery; pause: Pause | null }> {
  const [shop, settings, pincode] = await Promise.all([deliveryShop(), settingsForPage(), rememberedPincode()]);
  const { pause } = settings.values;
  const items = itemsOf(cart.items);
  const offers = pincode ? await nullIfUnavailable(() => quoteDelivery({ pincode, items })) : null;
  return {
    delivery: { pincode, items: itemsText(items), offers, shop },
    pause: isPaused(pause, shopNow()) ? pause : null,
  };
}
