import type { MessageKind, OwnerKind } from "@/lib/message-kinds";
import { formatPaise } from "@/lib/money";
import { policy } from "@/lib/shop";
import { OWNER_MAILS_A_MINUTE } from "./constants";
import { type Mail, oneLine, text } from "./mail";

/* Mails that stand for several messages which are not about one order. */

/** What a message to the owner is about; amounts in paise. */
export type DigestEntry = {
  kind: MessageKind;
  orderId: number | null;
  enquiryId: number | null;
  total: number | null;
  amount: number | null;
  enquiry: "contact" | "custom_order" | null;
  subject: string | null;
  sweet: string | null;
};

const line = (entry: DigestEntry): { name: string; amount: string } => {
  const { kind, orderId, enquiryId, total, amount, enquiry, subject, sweet } = entry;
  if (kind === "new_order") return { name: `New order #${orderId}`, amount: formatPaise(total ?? 0) };
  if (kind === "upi_claimed")
    return { name: `Order #${orderId} paid by UPI, please check`, amount: formatPaise(amount ?? 0) };
  if (kind === "sold_out") return { name: `Sold out: ${sweet}`, amount: "" };
  if (enquiry === "custom_order") return { name: `Custom order no. ${enquiryId}`, amount: "" };
  return { name: `Message no. ${enquiryId}: ${oneLine(subject ?? "")}`, amount: "" };
};

const nouns: Record<OwnerKind, readonly [one: string, many: string]> = {
  new_order: ["new order", "new orders"],
  upi_claimed: ["UPI payment to check", "UPI payments to check"],
  new_enquiry: ["new enquiry", "new enquiries"],
  sold_out: ["sweet sold out", "sweets sold out"],
};

/**
 * What came to the owner while more came than one wants a mail for each.
 * @param counts of all of them, by kind
 * @param entries the first of them
 */
export function ownerDigest(
  counts: ReadonlyMap<OwnerKind, number>,
  entries: readonly DigestEntry[],
  { adminUrl, messagesUrl }: { adminUrl: string; messagesUrl: string },
): Mail {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const counted = [...counts].map(([kind, count]) => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`).join(", ");
  const more = total - entries.length;
  return {
    subject: `${total} messages: ${counted}`,
    preview: counted,
    heading: `${total} messages in one mail`,
    blocks: [
      text(`${counted}.`),
      text(
        `More than ${OWNER_MAILS_A_MINUTE} messages came within a minute. Until fewer come, you get one mail a minute.`,
      ),
      { kind: "lines", lines: entries.map(line), total: more > 0 ? { name: `and ${more} more`, amount: "" } : null },
      { kind: "link", text: "Open the admin panel", href: adminUrl, main: true },
      { kind: "link", text: "All messages, one by one", href: messagesUrl },
    ],
  };
}

/**
 * One receipt of several enquiries. It repeats nothing of them, as the receipt of one.
 * @param ids the first of them
 * @param total how many they are
 */
export function enquiriesReceived(ids: readonly number[], total: number, phone: string): Mail {
  const more = total - ids.length;
  const numbers = more > 0 ? `${ids.join(", ")} and ${more} more` : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
  return {
    subject: `We have your ${total} messages`,
    preview: `We answer within ${policy.replyHours} hours.`,
    heading: "Thank you for your messages",
    blocks: [
      text(
        `We have received your messages. Their numbers are ${numbers}. We answer within ${policy.replyHours} hours.`,
      ),
      text(`In a hurry? Call us on ${phone} and name the numbers.`),
      text("If you have not written to us, somebody has typed your address by mistake. Please ignore this mail."),
    ],
  };
}
