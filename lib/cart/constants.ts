/** Characters of a gift message. */
export const MAX_PERSONAL_MESSAGE = 500;
