import { seedFacts } from "./samples";
import { messageSettings, type SettingValues } from "./schema";

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
  payments: {
    upiId: null,
    payeeName: null,
    cod: { active: true, upTo: null },
    remindAfterHours: 24,
    online: { active: false, holdMinutes: 30 },
  },
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
