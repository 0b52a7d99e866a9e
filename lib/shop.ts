import { indiaDay } from "@/lib/dates";
import type { ShopSettings } from "@/lib/settings/schema";
import { GIFT_WRAP_PAISE, toRupees } from "./money";

/*
 * The details of the shop: who runs it, where, when, and on which terms. Pages, JSON-LD and the footer read them here, so that
 * each is written once. The details named in `samples` are invented for the demonstration and must be replaced before real
 * customers rely on them; /admin shows a notice until then.
 */

/** Details below that are still samples. Delete a line when you have replaced its value. */
const samples = [
  "Address",
  "Toll-free number",
  "Shop telephone",
  "E-mail addresses",
  "FSSAI licence number",
  "Grievance officer",
  "Social media pages",
  "Team",
  "Awards",
] as const;

/** Names of the details that the owner still has to replace, for the notice in /admin. */
export function sampleDetails(): readonly string[] {
  return samples;
}

export const shop = {
  name: "Mithaas",
  since: 1985,
  tagline: "Bringing sweetness to your life with traditional recipes since 1985.",
  address: {
    street: "12 Sweet Street, Dadar West",
    city: "Mumbai",
    region: "Maharashtra",
    postalCode: "400028",
    country: "IN",
  },
  /** `href` is the number to dial, in E.164 where the number has that form. */
  tollFree: { text: "1800 123 4567", href: "tel:18001234567" },
  phone: { text: "+91 22 5550 1985", href: "tel:+912255501985" },
  emails: {
    hello: "hello@mithaas.example",
    orders: "orders@mithaas.example",
    support: "support@mithaas.example",
  },
  /** `schema` is the format of schema.org's openingHours. */
  hours: [
    { text: "Mon-Sat 9:00 AM-9:00 PM", schema: "Mo-Sa 09:00-21:00" },
    { text: "Sunday 10:00 AM-8:00 PM", schema: "Su 10:00-20:00" },
    { text: "Online 24/7", schema: null },
  ],
  fssai: "10012022000123",
  grievance: {
    post: "Grievance officer",
    email: "grievance@mithaas.example",
    phone: { text: "+91 22 5550 1986", href: "tel:+912255501986" },
  },
  social: [
    { name: "Instagram", icon: "instagram", href: "https://www.instagram.com/" },
    { name: "Facebook", icon: "facebook", href: "https://www.facebook.com/" },
    { name: "YouTube", icon: "youtube", href: "https://www.youtube.com/" },
    { name: "X", icon: "x-social", href: "https://x.com/" },
  ],
  /** By role. No people are named, since the demonstration has none. */
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
} as const;

/** Figures of the policy pages, in rupees, hours and days. They are texts only: no code enforces them. */
export const policy = {
  freeDeliveryMumbaiAbove: 1000,
  otherCities: { from: 50, to: 150 },
  giftWrap: toRupees(GIFT_WRAP_PAISE),
  bulkAbove: 5000,
  returnHours: 24,
  refundDays: "7-10",
  mumbaiHours: "2-4",
  otherCitiesDays: "1-3",
  replyHours: 24,
  lastUpdated: { text: "January 15, 2024", date: "2024-01-15" },
} as const;

/** "12 Sweet Street, Dadar West, Mumbai 400028" */
export const addressLine = `${shop.address.street}, ${shop.address.city} ${shop.address.postalCode}`;

/** "© 2025" up to the current year in India, e.g. "© 2025–2026". */
export function copyrightYears(now = new Date()): string {
  const year = Number(indiaDay(now).slice(0, 4));
  return year > 2025 ? `© 2025–${year}` : "© 2025";
}

/** "© 2025–2026 Mithaas. All rights reserved." */
export const copyright = (now = new Date()): string => `${copyrightYears(now)} ${shop.name}. All rights reserved.`;

/** The facts of the shop as the settings have them until the owner saves them. */
export const seedFacts: ShopSettings = {
  legalName: "Mithaas Sweets Private Limited",
  address: { street: "12 Sweet Street, Dadar West", city: "Mumbai", region: "Maharashtra", postalCode: "400028" },
  phones: { shop: "+91 22 5550 1985", tollFree: "1800 123 4567" },
  emails: { hello: "hello@mithaas.example", orders: "orders@mithaas.example", support: "support@mithaas.example" },
  hours: [
    { fromDay: 1, toDay: 6, opens: "09:00", closes: "21:00" },
    { fromDay: 7, toDay: 7, opens: "10:00", closes: "20:00" },
  ],
  social: shop.social.map(({ name, href }) => ({ name, url: href })),
  fssai: "10012022000123",
  grievance: {
    name: null,
    post: "Grievance officer",
    email: "grievance@mithaas.example",
    phone: "+91 22 5550 1986",
  },
  team: shop.team.map((member) => ({ ...member })),
  awards: shop.awards.map((award) => ({ ...award })),
};
