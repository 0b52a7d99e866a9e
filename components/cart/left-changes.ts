import type { CartState } from "@/lib/cart/queries";

/*
 * What a page that went away had not seen confirmed, in session storage: the next page of this tab was rendered before those changes
 * arrived, so it shows them itself.
 */

const STORAGE_KEY = "mithaas:left-cart";

type LeftChanges = {
  quantities: { packId: number; productId: number; quantity: number }[];
  gift: Partial<Pick<CartState, "giftWrap" | "personalMessage">>;
};

export function storeLeftChanges(checkoutKey: string | null, changes: LeftChanges): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ checkoutKey, changes, leftAt: Date.now() }));
  } catch {
    // Storage is refused. The changes are sent all the same; the next page shows them when it reads the cart again.
  }
}

export function takeLeftChanges(checkoutKey: string | null): LeftChanges | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    sessionStorage.removeItem(STORAGE_KEY);
    // A page goes away after the request for the next one was sent. What was left earlier has been confirmed or refused long since.
    return left?.checkoutKey === checkoutKey && left.leftAt >= performance.timeOrigin ? left.changes : null;
  } catch {
    return null;
  }
}
