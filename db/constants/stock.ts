/**
 * Why a sweet's stock changed:
 * - `expire`: a hold has expired
 * - `unit_change`: the same stock is counted in another unit
 * - `made`: a batch of the kitchen, or the correction of one
 * - `promised`: units are set aside for orders of a day, or given back
 * - `waste`: thrown away
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
  "made",
  "promised",
  "waste",
] as const;

/** Below this and above none, a sweet is low on stock (docs/behaviour.md#stock). */
export const LOW_STOCK = 5;
