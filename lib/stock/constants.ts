/**
 * Why a sweet's stock changed. `expire`: a hold has expired. `unit_change`: the same stock is counted in a smaller or larger unit.
 */
export const ledgerReasons = [
  "initial",
  "restock",
  "adjustment",
  "hold",
  "release",
  "expire",
  "order",
  "purchase",
  "cancel",
  "reinstate",
  "unit_change",
] as const;

/** Default packs of a sweet that the owner can have in stock at most. */
export const MAX_STOCK = 1_00_000;
