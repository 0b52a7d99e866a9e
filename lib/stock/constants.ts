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
