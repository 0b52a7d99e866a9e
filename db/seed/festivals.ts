/*
 * The samples of festivals. Dates are those of the open library `holidays` (https://github.com/vacanza/holidays, its file
 * holidays/calendars/hindu.py), which takes them from https://www.timeanddate.com/holidays/india/. Diwali is the day of Lakshmi Puja.
 */

type Sample = {
  slug: string;
  name: string;
  text: string;
  /** How many days before the festival its boxes go out, and how many days before the first of those its orders open. */
  daysBefore: number;
  opensBefore: number;
  /** By slug. */
  sweets: string[];
  dates: string[];
};

const usual = { daysBefore: 2, opensBefore: 21 };

const samples: Sample[] = [
  {
    ...usual,
    slug: "makar-sankranti",
    name: "Makar Sankranti",
    text: "Til and jaggery for a sweet word with everyone you meet.",
    sweets: ["til-gajak", "peanut-chikki"],
    dates: ["2026-01-14", "2027-01-15", "2028-01-15", "2029-01-14"],
  },
  {
    ...usual,
    slug: "holi",
    name: "Holi",
    text: "Gujiya and thandai barfi for the day of colours.",
    sweets: ["gujiya", "thandai-barfi"],
    dates: ["2026-03-04", "2027-03-22", "2028-03-11", "2029-03-01"],
  },
  {
    ...usual,
    slug: "gudi-padwa",
    name: "Gudi Padwa",
    text: "Shrikhand and puran poli for the new year.",
    sweets: ["shrikhand", "puran-poli"],
    dates: ["2026-03-19", "2027-04-07", "2028-03-27", "2029-04-14"],
  },
  {
    ...usual,
    slug: "raksha-bandhan",
    name: "Raksha Bandhan",
    text: "Boxes for brothers and sisters, near and far.",
    sweets: ["rakhi-gift-box", "kaju-katli"],
    dates: ["2026-08-28", "2027-08-17", "2028-08-05", "2029-08-23"],
  },
  {
    ...usual,
    slug: "ganesh-chaturthi",
    name: "Ganesh Chaturthi",
    text: "Modak and laddoo to welcome Ganesha.",
    sweets: ["modak", "motichoor-laddoo"],
    dates: ["2026-09-14", "2027-09-04", "2028-08-23", "2029-09-11"],
  },
  {
    slug: "diwali",
    name: "Diwali",
    text: "Boxes for family, friends and everyone at work.",
    daysBefore: 5,
    opensBefore: 30,
    sweets: ["diwali-assorted-box", "kaju-katli", "soan-papdi", "motichoor-laddoo"],
    dates: ["2026-11-08", "2027-10-29", "2028-10-17", "2029-11-05"],
  },
];

const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
const inIndia = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`).toISOString();

/** The next one of each festival after a moment, the earliest first, as the settings store them. `ids` are those of sweets by slug. */
export function sampleFestivals(now: Date, ids: ReadonlyMap<string, number>) {
  const today = new Date(now.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  return samples
    .flatMap(({ slug, name, text, daysBefore, opensBefore, sweets, dates }) => {
      const date = dates.find((other) => other > today);
      if (!date) return [];
      const first = dayBefore(date, daysBefore);
      return {
        slug,
        name,
        text,
        days: Array.from({ length: daysBefore + 1 }, (_, index) => dayBefore(date, daysBefore - index)),
        opensAt: inIndia(dayBefore(first, opensBefore), "09:00"),
        closesAt: inIndia(dayBefore(first, 2), "20:00"),
        sweets: sweets.flatMap((sweet) => ids.get(sweet) ?? []),
      };
    })
    .sort((a, b) => (a.opensAt < b.opensAt ? -1 : 1));
}
