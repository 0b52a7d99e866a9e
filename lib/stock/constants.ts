/**
 * Why a sweet's quantity changed. `lapse` is a hold that expired: the word is in every ledger since the first version, and to rename it
 * would rewrite the largest table of the shop.
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
] as const;
