/** Who somebody with an account is. */
export const roles = ["customer", "admin"] as const;
export type Role = (typeof roles)[number];

/** How somebody is signed in: by a browser's cookie or by a bearer token of the API. */
export const sessionKinds = ["browser", "api"] as const;
