import type { z } from "zod";
import type { ImageView } from "@/lib/images/urls";
import { toPaise, toRupees } from "@/lib/money";
import type { cartResponse } from "./responses";

/** A cart as the API answers it. Prices in rupees. */
export type Cart = z.infer<typeof cartResponse>;

/** The cart with what pages need: pictures, free packs, and the idempotency key of the next checkout. */
export type CartPage = Omit<Cart, "items"> & {
  items: (Cart["items"][number] & {
    picture: ImageView | null;
    imageAlt: string | null;
    /** Whether the sweet's page shows this pack first. */
    isDefaultPack: boolean;
    /** Packs that are free beside the held ones. What the sweet's lines before this one still need is not free for it. */
    free: number;
  })[];
  checkoutKey: string | null;
};
export type PageLine = CartPage["items"][number];

/** The cart for the code in the browser: with the server's time, for the countdowns, and whether the shopper is signed in. */
export type CartState = CartPage & {
  /** When the server began to read it, ISO 8601. Of two responses the later one is the newer cart. */
  readAt: string;
  signedIn: boolean;
};

/** A line as one sweet's stock sees it: packs wanted, packs with a live hold, and what one pack takes of the stock. */
export type Claim = { packId: number; units: number; quantity: number; held: number };

/**
 * How many packs beside its held ones each line of one sweet can have, by pack: `stock` units are free for all of them. The lines are in
 * the order of the cart, in which an order names them too, and each leaves to the next what it cannot use.
 */
export function shareStock(lines: readonly Claim[], stock: number): Map<number, number> {
  let left = stock;
  const free = new Map<number, number>();
  for (const { packId, units, quantity, held } of lines) {
    const packs = Math.floor(left / units);
    free.set(packId, packs);
    left -= Math.min(packs, Math.max(0, quantity - held)) * units;
  }
  return free;
}

/** Packs that this shopper can have now: the held ones and the free ones. */
export const availableUnits = (line: PageLine) => (line.isAvailable ? line.held + line.free : 0);

/** True when the line has more packs than are available. */
export const isInsufficient = (line: PageLine) => line.isAvailable && line.quantity > availableUnits(line);

/** Rupees of one line, and of all that can be bought, without gift wrap. */
export const lineTotal = (line: Pick<PageLine, "price" | "quantity">) => toRupees(toPaise(line.price) * line.quantity);
export const subtotal = (lines: PageLine[]) =>
  toRupees(lines.reduce((sum, line) => sum + (line.isAvailable ? toPaise(line.price) * line.quantity : 0), 0));

/** Units in the cart, for the badge and the summary. */
export const countUnits = (lines: Pick<PageLine, "quantity">[]) => lines.reduce((sum, line) => sum + line.quantity, 0);

/** What is to be delivered, as lib/delivery asks for it: at most 100 lines. */
export const itemsOf = (lines: readonly Pick<PageLine, "productId" | "packId" | "quantity" | "isAvailable">[]) =>
  lines
    .filter(({ isAvailable, quantity }) => isAvailable && quantity > 0)
    .slice(0, 100)
    .map(({ productId, packId, quantity }) => ({ productId, packId, quantity }));
