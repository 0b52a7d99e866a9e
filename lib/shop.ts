import { indiaDay } from "@/lib/dates";
import type { ShopSettings } from "@/lib/settings/schema";
import { GIFT_WRAP_PAISE, toRupees } from "./money";

/*
 * What of the shop is fixed, and what its facts are until the owner saves them under Settings. Pages take the facts from the settings
 * (lib/settings/facts.ts), never from here.
 */

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
export function copyrightYears(now = new Date()): string {
  const year = Number(indiaDay(now).slice(0, 4));
  return year > 2025 ? `© 2025–${year}` : "© 2025";
}

/** "© 2025–2026 Mithaas. All rights reserved." */
export const copyright = (now = new Date()): string => `${copyrightYears(now)} ${shop.name}. All rights reserved.`;

/**
 * The facts of the shop until the owner saves them. They are samples, invented for the demonstration: /admin says so until then. No
 * people are named, since the demonstration has none.
 */
export const seedFacts: ShopSettings = {
  legalName: "Mithaas Sweets Private Limited",
  address: { street: "12 Sweet Street, Dadar West", city: "Mumbai", region: "Maharashtra", postalCode: "400028" },
  phones: { shop: "+91 22 5550 1985", tollFree: "1800 123 4567" },
  emails: { hello: "hello@mithaas.example", orders: "orders@mithaas.example", support: "support@mithaas.example" },
  hours: [
    { fromDay: 1, toDay: 6, opens: "09:00", closes: "21:00" },
    { fromDay: 7, toDay: 7, opens: "10:00", closes: "20:00" },
  ],
  social: [
    { name: "Instagram", url: "https://www.instagram.com/" },
    { name: "Facebook", url: "https://www.facebook.com/" },
    { name: "YouTube", url: "https://www.youtube.com/" },
    { name: "X", url: "https://x.com/" },
  ],
  fssai: "10012022000123",
  grievance: {
    name: null,
    post: "Grievance officer",
    email: "grievance@mithaas.example",
    phone: "+91 22 5550 1986",
  },
  team: [
    {
      post: "Head halwai",
      about: "Lights the first stove at four and tastes every tray before it leaves the kitchen.",
    },
    { post: "Quality and sourcing", about: "Buys the milk, nuts and saffron, and sends back what is not good enough." },
    { post: "Orders and delivery", about: "Packs the boxes, plans the routes, and picks up when you call." },
  ],
  awards: [
    { year: 2009, title: "Best traditional sweets", by: "Mumbai sweet makers’ fair" },
    { year: 2015, title: "Kitchen hygiene, grade A", by: "City food safety week" },
    { year: 2019, title: "Sugar-free sweet of the year", by: "Western India mithai awards" },
    { year: 2023, title: "Festival gift box of the year", by: "Indian confectioners’ guild" },
  ],
};

/** What of the facts /admin names as samples while they are. */
export const sampleFacts = [
  "Legal name",
  "Address",
  "Toll-free number",
  "Shop telephone",
  "E-mail addresses",
  "Opening hours",
  "FSSAI licence number",
  "Grievance officer",
  "Social media pages",
  "Team",
  "Awards",
] as const;
