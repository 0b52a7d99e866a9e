/**
 * Why a sweet's stock changed. `unit_change`: the same stock is counted in a smaller or larger unit. `lapse` is a hold that
 * expired: the word is in every ledger since the first version, and to rename it would rewrite the largest table of the shop.
 */
export const ledgerReasons = [
  "initial",
  "restock",
  "adjustment",
  "hold",
  "release",
  "lapse",
  "order",
  "purchase",
  "cancel",
  "reinstate",
  "unit_change",
] as const;

/** Default packs of a sweet that the owner can have in stock at most. */
export const MAX_STOCK = 1_00_000;
