import { indiaDay } from "@/lib/dates";
import { GIFT_WRAP_PAISE, toRupees } from "./money";

/* What of the shop is fixed. Its facts, which the owner edits, are settings (lib/settings). */

export const shop = {
  name: "Mithaas",
  since: 1985,
  tagline: "Bringing sweetness to your life with traditional recipes since 1985.",
} as const;

/** Figures of the policy pages, in rupees, hours and days. They are texts only: no code enforces them. */
export const policy = {
  giftWrap: toRupees(GIFT_WRAP_PAISE),
  bulkAbove: 5000,
  returnHours: 24,
  refundDays: "7-10",
  replyHours: 24,
  lastUpdated: { text: "January 15, 2024", date: "2024-01-15" },
} as const;

/** "© 2025" up to the current year in India, e.g. "© 2025–2026". */
export function copyrightYears(now: Date): string {
  const year = Number(indiaDay(now).slice(0, 4));
  return year > 2025 ? `© 2025–${year}` : "© 2025";
}

/** "© 2025–2026 Mithaas. All rights reserved." */
export const copyright = (now: Date): string => `${copyrightYears(now)} ${shop.name}. All rights reserved.`;
