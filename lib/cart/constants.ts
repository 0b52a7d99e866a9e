/** Characters of a gift message. */
export const MAX_PERSONAL_MESSAGE = 500;

/** What was added is in the cart. */
export const ADDED = "Product has been added to your cart.";
