import { messageSettings, type SettingValues, type ShopSettings } from "./schema";

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

const riders = { kind: "local", estimate: null, minimum: null, active: true } as const;
const onWorkingDays = [1, 2, 3, 4, 5, 6].flatMap((weekday) => [
  { weekday, from: "10:00", to: "13:00", capacity: 30 },
  { weekday, from: "13:00", to: "16:00", capacity: 30 },
  { weekday, from: "16:00", to: "20:00", capacity: 30 },
]);

/** The settings until the owner saves them, section by section. */
export const defaultSettings: SettingValues = {
  shop: seedFacts,
  areas: [
    {
      ...riders,
      id: "mumbai",
      name: "Mumbai",
      pincodes: ["400001-400104"],
      fee: 49,
      freeFrom: 1000,
      leadMinutes: 120,
    },
    {
      ...riders,
      id: "thane-navi-mumbai",
      name: "Thane and Navi Mumbai",
      pincodes: ["400601-400615", "400701-400710"],
      fee: 79,
      freeFrom: 1500,
      leadMinutes: 180,
    },
    {
      id: "india",
      name: "Rest of India",
      kind: "courier",
      pincodes: ["*"],
      fee: 149,
      freeFrom: 3000,
      minimum: null,
      leadMinutes: 0,
      estimate: "1-3 days",
      active: true,
    },
  ],
  windows: {
    bookableDays: 7,
    pickupCapacity: 30,
    week: [
      ...onWorkingDays,
      { weekday: 7, from: "10:00", to: "14:00", capacity: 20 },
      { weekday: 7, from: "14:00", to: "19:00", capacity: 20 },
    ],
    dates: [],
  },
  pause: { paused: false, until: null, reason: null },
  notice: { text: null, link: null, from: null, to: null },
  payments: { upiId: null, payeeName: null, cod: { active: true, upTo: null }, remindAfterHours: 24 },
  tax: {
    gstin: null,
    prefix: "INV",
    // The rates of the goods and services tax since 22 September 2025, for the owner's accountant to confirm.
    rates: ["2106", "1905", "0801", "0802", "0813", "1806"].map((hsn) => ({ hsn, rate: 5, from: "2025-09-22" })),
  },
  messages: messageSettings.parse({}),
  festivals: [],
  security: { requireSecondFactor: false },
};
