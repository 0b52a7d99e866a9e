/** Default packs of a sweet that the owner can have in stock at most. */
export const MAX_STOCK = 1_00_000;
