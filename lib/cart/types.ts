import type { z } from "zod";
import type { ImageView } from "@/lib/images/urls";
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
