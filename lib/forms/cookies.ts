export const COOKIES_BLOCKED =
  "Your browser blocks cookies. Please allow them for this shop to fill a cart and to sign in.";
