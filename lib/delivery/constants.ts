import { asciiDigits } from "@/lib/digits";

/** Below this many places left, shoppers read 'Only {N} left'. */
export const FEW_PLACES = 5;

/** How many alternatives a refusal names when a window is full. */
export const ALTERNATIVES = 3;

/** Products that one question about delivery may name. */
export const MAX_QUOTED_ITEMS = 100;

/** The cookie that remembers the shopper's pincode on the device. Scripts and server read and write it. */
export const PINCODE_COOKIE = "mithaas_pincode";

/** Seconds for which it is remembered. */
export const PINCODE_SECONDS = 365 * 24 * 60 * 60;

/** The pincode that a text is, without blanks; empty when it is none. */
export function pincodeIn(text: string): string {
  const digits = asciiDigits(text).replace(/\s/g, "");
  return /^[1-9]\d{5}$/.test(digits) ? digits : "";
}

/** The message for a text that is no pincode. */
export const NO_PINCODE = "Please enter a 6-digit pincode";
