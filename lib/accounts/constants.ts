/** Who somebody with an account is. */
export const roles = ["customer", "admin"] as const;
export type Role = (typeof roles)[number];

/** How somebody is signed in: by a browser's cookie or by a bearer token of the API. */
export const sessionKinds = ["browser", "api"] as const;

/** What everybody reads who asks for a new password, with an account or without. */
export const RESET_REQUESTED = "If this address has an account, a link is on its way.";

/** Characters of a person's name, and of an e-mail address. */
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;
