import { env } from "@/lib/env";

/*
 * The cookies that the server sets, and how it writes them. The pincode's, which the browser writes too, is in lib/delivery/constants.ts; the
 * session's is next-auth's (lib/auth/next-auth.ts).
 */

/**
 * Finds the visitor's cart, and the orders that this browser has placed without an account. It lives as long as browsers keep a cookie, because
 * these orders outlive an unused cart.
 */
export const CART_COOKIE = "mithaas_cart";
export const CART_SECONDS = 400 * 24 * 60 * 60;

/** The readable cookie beside the httpOnly one: who the header greets and how full the cart is. It opens nothing. */
export const HINT_COOKIE = "mithaas_hint";

/** Names the accounts that this browser has signed in to, signed; see lib/people/trusted-device.ts. */
export const TRUSTED_DEVICE_COOKIE = "mithaas_known";

/** For some minutes: whose password was right, while the browser is asked for the code; see lib/people/factor-cookies.ts. */
export const LOGIN_COOKIE = "mithaas_login";

/** The members of staff whose codes this browser is not asked for, signed; see lib/people/factor-cookies.ts. */
export const TRUSTED_FACTOR_COOKIE = "mithaas_trusted";

/** After a forgotten password: the address to sign in with, and where that leads; see lib/people/request.ts. */
export const RETURN_COOKIE = "mithaas_return";

/** One toast for the next page, read and cleared by the browser. */
export const FLASH_COOKIE = "mithaas_flash";

export const secureCookies = () => env.APP_URL.startsWith("https://");

/** The name of next-auth's session cookie. */
export const sessionCookie = () => `${secureCookies() ? "__Secure-" : ""}authjs.session-token`;

/** What all cookies of the shop have in common, for Next.js's `cookies().set`. */
export const cookieOptions = () => ({ path: "/", sameSite: "lax", secure: secureCookies() }) as const;

/** A Set-Cookie field of this shop: httpOnly unless `readable`; 0 seconds remove the cookie. */
export const setCookie = (name: string, value: string, seconds: number, { readable = false } = {}) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}${readable ? "" : "; HttpOnly"}; SameSite=Lax${secureCookies() ? "; Secure" : ""}`;

/** The value of a cookie of a request, or null. */
export const cookieOf = (headers: Headers, name: string): string | null =>
  headers
    .get("cookie")
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) || null;
