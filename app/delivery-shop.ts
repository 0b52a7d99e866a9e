import type { DeliveryShop } from "@/components/delivery/delivery-texts";
import { shopFacts } from "@/lib/settings/facts";
import { settingsForPage } from "@/lib/settings/queries";

export async function deliveryShop(): Promise<DeliveryShop> {
  const { shop, windows } = (await settingsForPage()).values;
  return { address: shopFacts(shop).addressLine, bookableDays: windows.bookableDays };
}
