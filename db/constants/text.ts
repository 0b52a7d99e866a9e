/** Characters of a person's name and of an e-mail address. */
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;
