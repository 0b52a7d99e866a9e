/** The sections of the shop's settings: each is read, saved and versioned on its own. */
export const sections = [
  "shop",
  "areas",
  "windows",
  "pause",
  "notice",
  "payments",
  "tax",
  "messages",
  "festivals",
  "security",
] as const;
export type Section = (typeof sections)[number];

/** Sections that say when and for what the shop is open: their permission is `opening`, that of all others `settings`. */
export const openingSections: readonly Section[] = ["pause", "notice", "windows", "festivals"];

export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
/** "Monday" for 1 */
export const weekdayName = (number: string | number): string => weekdayNames[Number(number) - 1] ?? "";

/** Social networks that the footer has an icon for, with the icon's name. */
export const socialIcons = { Instagram: "instagram", Facebook: "facebook", YouTube: "youtube", X: "x-social" } as const;
export const socialNames = Object.keys(socialIcons) as (keyof typeof socialIcons)[];

/** Bounds of the settings, which forms and API check. Texts in characters, money in rupees. */
export const settingBounds = {
  notice: 160,
  areas: 50,
  pincodeLines: 200,
  fee: 10_000,
  threshold: 10_00_000,
  leadMinutes: 14 * 24 * 60,
  bookableDays: 60,
  capacity: 10_000,
  windowsPerDay: 12,
  dates: 400,
  remindAfterHours: 30 * 24,
  rates: 200,
  festivals: 30,
  festivalDays: 31,
  festivalSweets: 200,
  festivalText: 2000,
} as const;

/** Kinds of a delivery area: the shop's own riders, or a courier. */
export const areaKinds = ["local", "courier"] as const;

/** Prefixes of the series of bills of supply and credit notes, which the owner does not choose. */
export const BILL_PREFIX = "BOS";
export const CREDIT_PREFIX = "CRN";
