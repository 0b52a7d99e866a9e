/** Paise (integer) to rupees as a JSON number: 49950 → 499.5. */
export const toRupees = (paise: number) => paise / 100;

/** Rupees to paise; the nearest integer, since 499.99 × 100 is not exact in binary. */
export const toPaise = (rupees: number) => Math.round(rupees * 100);

const whole = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 2 });

/** Paise as people read them: ₹1,23,456.50, without decimals when they are zero (decisions §3). */
export const formatPaise = (paise: number) => (paise % 100 === 0 ? whole : exact).format(paise / 100);

/** Rupees (JSON) as people read them. */
export const formatRupees = (rupees: number) => formatPaise(toPaise(rupees));

/** Gift wrapping of one order, in paise (specification §9). */
export const GIFT_WRAP_PAISE = 50_00;
