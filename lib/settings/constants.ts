import type { MessageKind } from "@/db/constants/messages";

export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
/** "Monday" for 1 */
export const weekdayName = (number: string | number): string => weekdayNames[Number(number) - 1] ?? "";

/** Social networks that the footer has an icon for, with the icon's name. */
export const socialIcons = { Instagram: "instagram", Facebook: "facebook", YouTube: "youtube", X: "x-social" } as const;
export const socialNames = Object.keys(socialIcons) as (keyof typeof socialIcons)[];

/** Bounds of the settings, which forms and API check. Texts in characters, money in rupees. */
export const settingBounds = {
  notice: 160,
  /** Of the company, a post, an award and who gave it. */
  name: 120,
  street: 200,
  /** A city or a state. */
  place: 60,
  about: 400,
  link: 500,
  reason: 200,
  payeeName: 60,
  areas: 50,
  areaName: 80,
  estimate: 40,
  pincodeLines: 200,
  fee: 10_000,
  threshold: 10_00_000,
  leadMinutes: 14 * 24 * 60,
  bookableDays: 60,
  capacity: 10_000,
  windowsPerDay: 12,
  dates: 400,
  remindAfterHours: 30 * 24,
  holdMinutes: { min: 15, max: 120 },
  rates: 200,
  festivals: 30,
  festivalName: 80,
  slug: 60,
  festivalDays: 31,
  festivalSweets: 200,
  festivalText: 2000,
} as const;

/** Prefixes of the series of bills of supply and credit notes, which the owner does not choose. */
export const BILL_PREFIX = "BOS";
export const CREDIT_PREFIX = "CRN";

/** How the kinds of messages are called in settings and in the owner's list. */
export const messageNames: Record<MessageKind, string> = {
  order_received: "Order received",
  window_changed: "Window changed",
  order_changed: "Sweets of an order changed",
  order_shipped: "Order shipped",
  order_completed: "Order completed, with the invoice",
  order_cancelled: "Order cancelled",
  payment_received: "Payment received",
  payment_rejected: "Payment not found",
  refund: "Refund",
  enquiry_received: "Enquiry received",
  new_order: "New or changed order",
  upi_claimed: "Paid by UPI, to be checked",
  new_enquiry: "New enquiry",
  sold_out: "Sold out",
  password_reset: "New password",
  staff_invitation: "Invitation",
  webhook_off: "Webhook switched off",
  refund_failed: "Refund failed",
};
