/** Default packs of a sweet that the owner can have in stock at most. */
export const MAX_STOCK = 1_00_000;

/** Characters of why something is thrown away. */
export const MAX_WASTE_REASON = 200;
