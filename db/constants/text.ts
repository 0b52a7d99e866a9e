/** Characters of a person's name, of an e-mail address and of a telephone number. */
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;
export const MAX_PHONE = 40;
/** Characters of what is searched for. */
export const MAX_SEARCH = 200;
