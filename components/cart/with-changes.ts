import type { CartState } from "@/lib/cart/queries";
import { countPacks, subtotal } from "@/lib/cart/rules";
import { GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";

export type Gift = { giftWrap: boolean; personalMessage: string };

/** The cart with these changes on top: quantities by pack, and gift options. */
export function withChanges(
  cart: CartState,
  quantities: ReadonlyMap<number, { quantity: number }>,
  gift: Partial<Gift>,
): CartState {
  if (quantities.size === 0 && Object.keys(gift).length === 0) return cart;
  const items = cart.items
    .map((line) => ({ ...line, quantity: quantities.get(line.packId)?.quantity ?? line.quantity }))
    .filter((line) => line.quantity > 0);
  const { giftWrap, personalMessage } = { ...cart, ...gift };
  const wrap = giftWrap && items.length > 0 ? GIFT_WRAP_PAISE : 0;
  const total = toRupees(toPaise(subtotal(items)) + wrap);
  return { ...cart, items, giftWrap, personalMessage, total, itemsCount: countPacks(items) };
}
