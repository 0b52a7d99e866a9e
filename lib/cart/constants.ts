/** Where a browser keeps the day for which its shopper buys. */
export const DAY_KEY = "mithaas:day";

/** What was added is in the cart. */
export const ADDED = "Product has been added to your cart.";
