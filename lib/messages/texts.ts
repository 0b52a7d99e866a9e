import type { MessageState } from "./constants";

/** How the states are called. */
export const stateNames: Record<MessageState, string> = {
  waiting: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  unknown: "Not known",
  failed: "Failed",
  handled: "Done",
};

/** A link that opens a new mail. RFC 6068 wants the @ of the address unescaped and line breaks as CR LF. */
export function mailtoHref(to: string, subject: string, text: string): string {
  const fields = { subject, body: text };
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed().replace(/\r?\n/g, "\r\n"))}`,
  );
  return `mailto:${encodeURIComponent(to).replace("%40", "@")}?${query.join("&")}`;
}

// Indian keyboards also write these digits.
const asciiDigits = (text: string) =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - "०".charCodeAt(0)));

/**
 * The number that WhatsApp knows a telephone by, of a text that may name several: an Indian mobile number, or one with the code of
 * another country. Null when there is none.
 */
export function whatsappNumber(text: string): string | null {
  for (const part of asciiDigits(text).split(/[^\d\s().+-]+/)) {
    const digits = part.replace(/\D/g, "");
    const national = /^(?:91|0)?([6-9]\d{9})$/.exec(digits)?.[1];
    if (national && !(part.trim().startsWith("+") && !digits.startsWith("91"))) return `91${national}`;
    if (/^\s*\+/.test(part) && /^[1-9]\d{7,14}$/.test(digits) && !digits.startsWith("91")) return digits;
  }
  return null;
}

/** A link that opens WhatsApp with the text; null when the telephone cannot have it. */
export function whatsappHref(phone: string, text: string): string | null {
  const number = whatsappNumber(phone);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`;
}
