/** Characters of a person's name, of an e-mail address, of a telephone number and of what is searched for. */
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;
export const MAX_PHONE = 40;
export const MAX_SEARCH = 200;
