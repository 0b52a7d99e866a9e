import type { ImageView } from "@/lib/images/view";
import { toPaise, toRupees } from "@/lib/money";

/** One line of a cart. Prices in rupees. */
export type CartLine = {
  productId: number;
  name: string;
  slug: string;
  price: number;
  image: string | null;
  quantity: number;
  /** How many of `quantity` have a live hold. */
  held: number;
  /** When the hold expires; null when nothing is held. */
  expiresAt: string | null;
  /** False once the sweet was taken off sale: the line is outside `total`. */
  isAvailable: boolean;
};

export type Cart = {
  items: CartLine[];
  /** Rupees, gift wrap in it. */
  total: number;
  itemsCount: number;
  giftWrap: boolean;
  personalMessage: string;
};

/** What pages need beside: pictures, free units, and the key of the next checkout. */
export type CartPage = Omit<Cart, "items"> & {
  items: (CartLine & { picture: ImageView | null; imageAlt: string | null; free: number })[];
  checkoutKey: string | null;
};
export type PageLine = CartPage["items"][number];

/** A cart as the pages' own code handles it: with the server's clock, for the countdowns, and who may check out. */
export type CartState = CartPage & {
  /** When the server read it, ISO 8601. */
  readAt: string;
  signedIn: boolean;
};

/** Units of a line that this shopper can have now: the held ones and what is free. */
export const availableUnits = (line: PageLine) => (line.isAvailable ? line.held + line.free : 0);

/** True when more is in the cart than there is. */
export const isInsufficient = (line: PageLine) => line.isAvailable && line.quantity > availableUnits(line);

/** Rupees of one line, and of all that can be bought, without gift wrap. */
export const lineTotal = (line: Pick<PageLine, "price" | "quantity">) => toRupees(toPaise(line.price) * line.quantity);
export const subtotal = (lines: PageLine[]) =>
  toRupees(lines.reduce((sum, line) => sum + (line.isAvailable ? toPaise(line.price) * line.quantity : 0), 0));

/** Units in the cart, for the badge and the summary. */
export const countUnits = (lines: Pick<PageLine, "quantity">[]) => lines.reduce((sum, line) => sum + line.quantity, 0);
