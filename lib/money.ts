/** Paise (an integer) to rupees: 49950 → 499.5. */
export const toRupees = (paise: number) => paise / 100;

/** Rupees to paise. Rounded, because 499.99 × 100 is not exact in binary floating point. */
export const toPaise = (rupees: number) => Math.round(rupees * 100);

/**
 * Paise as an Indian price: ₹1,23,456.50, without decimals when they are zero. By hand: a phone takes 50 ms to make two
 * Intl.NumberFormat.
 */
export function formatPaise(paise: number): string {
  const amount = Math.abs(Math.round(paise));
  const rupees = String(Math.trunc(amount / 100)).replace(/\d(?=(\d\d)*\d{3}$)/g, "$&,");
  const rest = amount % 100 === 0 ? "" : `.${String(amount % 100).padStart(2, "0")}`;
  return `${paise < 0 ? "-" : ""}₹${rupees}${rest}`;
}

/** Rupees as an Indian price. */
export const formatRupees = (rupees: number) => formatPaise(toPaise(rupees));

/** The price of gift wrapping one order, in paise. */
export const GIFT_WRAP_PAISE = 50_00;
