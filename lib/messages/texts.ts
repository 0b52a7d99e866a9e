import type { MessageState } from "@/db/constants/messages";
import { whatsappNumber } from "@/lib/telephone";

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

/** A link that opens WhatsApp with the text; null when the telephone cannot have it. */
export function whatsappHref(phone: string, text: string): string | null {
  const number = whatsappNumber(phone);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`;
}
