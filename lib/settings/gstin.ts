import { asciiDigits } from "@/lib/digits";
import { isState } from "./states";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The check character of the first 14 characters of a GSTIN: each counts as its place in 0-9A-Z, alternately once and twice; the digits of
 * each product to the base 36 are summed, and what the sum lacks to a multiple of 36 is the place of the check character.
 */
function checkCharacter(characters: string): string | undefined {
  let sum = 0;
  for (let at = 0; at < characters.length; at++) {
    const product = ALPHABET.indexOf(characters.charAt(at)) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / ALPHABET.length) + (product % ALPHABET.length);
  }
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length];
}

/**
 * Whether a text is a GSTIN: the state's code, the PAN of the business, the number of its registration in the state, Z, and the check
 * character.
 */
export const isGstin = (text: string): boolean =>
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) &&
  isState(stateOfGstin(text)) &&
  checkCharacter(text.slice(0, 14)) === text[14];

/** A GSTIN as it is stored, of what somebody types or pastes. */
export const typedGstin = (text: string): string => asciiDigits(text).replace(/\s/g, "").toUpperCase();

/** The code of the state in which the business is registered: "27" is Maharashtra. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2);
