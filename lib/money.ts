/** Paise (an integer) to rupees: 49950 → 499.5. */
export const toRupees = (paise: number) => paise / 100;

/** Rupees to paise. Rounded, because 499.99 × 100 is not exact in binary floating point. */
export const toPaise = (rupees: number) => Math.round(rupees * 100);

const whole = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 2 });

/** Paise as an Indian price: ₹1,23,456.50, without decimals when they are zero. */
export const formatPaise = (paise: number) => (paise % 100 === 0 ? whole : exact).format(paise / 100);

/** Rupees as an Indian price. */
export const formatRupees = (rupees: number) => formatPaise(toPaise(rupees));

/** The price of gift wrapping one order, in paise. */
export const GIFT_WRAP_PAISE = 50_00;
