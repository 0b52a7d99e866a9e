/** Characters of a code of a second factor as it is typed: six digits, or a recovery code. */
export const MAX_CODE = 40;
