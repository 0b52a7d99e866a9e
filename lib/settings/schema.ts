import { z } from "zod";
import { type SwitchableKind, switchableKinds } from "@/db/constants/messages";
import { areaKinds, sections } from "@/db/constants/settings";
import { MAX_NAME } from "@/db/constants/text";
import { isLink, webUrl } from "@/lib/links";
import { boundedText, clearableText, day, digitText, email, id, phoneText } from "@/lib/text";
import { settingBounds, socialNames } from "./constants";
import { paymentSettings, taxSettings } from "./money-schema";
import { matching, rupeesUpTo, wholeNumber } from "./parts";
import { shopFactNames } from "./samples";

/*
 * The settings as the API reads and writes them, and as they are stored: what was read can be written. Money is in rupees, days
 * and clock times are Asia/Kolkata, instants ISO 8601 in UTC; null means none.
 */

const bounds = settingBounds;
/** "09:30"; until "24:00", which is the end of a day. */
export const clockTime = matching(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:30").meta({
  examples: ["09:00"],
});
const weekday = z.int().min(1).max(7).meta({ description: "1 is Monday" });
const instant = z.iso
  .datetime({ error: "Please enter a day and time", offset: true, abort: true })
  .overwrite((text) => new Date(text).toISOString())
  .meta({ examples: ["2026-01-26T09:30:00.000Z"] });
const phone = phoneText(3, "Please enter a telephone number").refine(
  (text) => /^\+?[\d\s().-]+$/.test(text) && text.replace(/\D/g, "").length >= 3,
  "Please enter a telephone number",
);
const webAddress = z
  .string("Please enter an address that begins with https://")
  .max(bounds.link)
  .refine((text) => webUrl(text) !== null, "Please enter an address that begins with https://");
const pincode = matching(/^[1-9]\d{5}$/, "Please enter a 6-digit pincode");

/** `shop`: who runs the shop, where, and what the law asks it to state. */
export const shopSettings = z.object({
  legalName: boundedText(2, bounds.name, "Please enter the name of the company"),
  address: z.object({
    street: boundedText(1, bounds.street, "Please enter the street"),
    city: boundedText(1, bounds.place, "Please enter the city"),
    region: boundedText(1, bounds.place, "Please enter the state"),
    postalCode: pincode,
  }),
  phones: z.object({ shop: phone, tollFree: phone.nullable() }),
  emails: z.object({ hello: email, orders: email, support: email }),
  hours: z
    .array(z.object({ fromDay: weekday, toDay: weekday, opens: clockTime, closes: clockTime }))
    .max(14)
    .superRefine((lines, ctx) => {
      lines.forEach(({ fromDay, toDay, opens, closes }, index) => {
        if (toDay < fromDay)
          ctx.addIssue({ code: "custom", path: [index, "toDay"], message: "Must not be before the first day" });
        if (closes <= opens)
          ctx.addIssue({ code: "custom", path: [index, "closes"], message: "Must be later than the opening" });
      });
    }),
  social: z
    .array(z.object({ name: z.enum(socialNames, "Please choose a network"), url: webAddress }))
    .max(socialNames.length),
  fssai: matching(/^\d{14}$/, "Must be 14 digits").meta({ description: "Licence number, 14 digits" }),
  grievance: z.object({
    name: clearableText(MAX_NAME),
    post: boundedText(1, bounds.name, "Please enter a post"),
    email,
    phone,
  }),
  team: z
    .array(
      z.object({
        post: boundedText(1, bounds.name, "Please enter a post"),
        about: boundedText(1, bounds.about, "Please enter a text"),
      }),
    )
    .max(20),
  awards: z
    .array(
      z.object({
        year: wholeNumber(1900, 2100),
        title: boundedText(1, bounds.name, "Please enter the award"),
        by: boundedText(1, bounds.name, "Please enter who gave it"),
      }),
    )
    .max(50),
  accepted: z
    .array(z.enum(shopFactNames))
    .max(shopFactNames.length)
    .optional()
    .meta({
      description:
        "Facts that are the shop's own although they say what the seed invented. Without their name they are samples",
      examples: [["fssai", "awards.0"]],
    }),
});
export type ShopSettings = z.output<typeof shopSettings>;

const PINCODES_WANTED = "Please enter pincodes such as 400028, 400001-400104, 56* or *";

/** 400028, 400001-400104, 56*, or * for everywhere; blanks in it are taken out. */
const pincodeLine = digitText(PINCODES_WANTED)
  .overwrite((line) => line.replace(/\s/g, ""))
  .regex(/^(\*|[1-9]\d{0,4}\*|[1-9]\d{5}|[1-9]\d{5}-[1-9]\d{5})$/, { error: PINCODES_WANTED, abort: true })
  .refine((line) => {
    const [from, to] = line.split("-");
    return to === undefined || Number(from) <= Number(to);
  }, "The first pincode of a range must not be above the last");

const area = z.object({
  id: matching(/^[a-z0-9-]{1,40}$/, "Must be 1 to 40 letters, digits and dashes"),
  name: boundedText(1, bounds.areaName, "Please enter a name"),
  kind: z.enum(areaKinds, "Please choose how boxes get there"),
  pincodes: z
    .array(pincodeLine)
    .min(1, "Please enter at least one pincode")
    .max(bounds.pincodeLines)
    .meta({ description: "400028, 400001-400104, 56* or *: the narrowest decides" }),
  fee: rupeesUpTo(bounds.fee),
  freeFrom: rupeesUpTo(bounds.threshold)
    .nullable()
    .meta({ description: "The value of sweets from which there is no fee" }),
  minimum: rupeesUpTo(bounds.threshold)
    .nullable()
    .meta({ description: "The value of sweets from which the area is served" }),
  leadMinutes: wholeNumber(0, bounds.leadMinutes),
  estimate: clearableText(bounds.estimate).meta({ description: "Such as '1-3 days'" }),
  active: z.boolean(),
});

const unique = <T>(values: T[]) => new Set(values).size === values.length;

/** `areas`: where boxes are brought to. The line of pincodes that covers the fewest decides. */
export const areaSettings = z
  .array(area)
  .max(bounds.areas)
  .refine((areas) => unique(areas.map(({ id }) => id)), "Two areas have the same id");
export type Area = z.output<typeof area>;

const windowOfDay = z.object({
  from: clockTime,
  to: clockTime,
  capacity: wholeNumber(0, bounds.capacity).meta({ description: "Orders" }),
});
type WindowOfDay = z.output<typeof windowOfDay>;

/** Windows of one day end after they begin, and no two begin at the same time. */
function checkDay(windows: WindowOfDay[], ctx: z.RefinementCtx, path: (index: number) => PropertyKey[]) {
  windows.forEach(({ from, to }, index) => {
    if (to <= from)
      ctx.addIssue({ code: "custom", path: [...path(index), "to"], message: "Must be later than the start" });
    if (windows.findIndex((other) => other.from === from) < index)
      ctx.addIssue({ code: "custom", path: [...path(index), "from"], message: "Another window begins then" });
  });
  if (windows.length > bounds.windowsPerDay)
    ctx.addIssue({ code: "custom", path: path(0), message: `A day has at most ${bounds.windowsPerDay} windows` });
}

/** `windows`: when boxes are brought or picked up. A date in `dates` replaces its weekday; without windows it is a day off. */
export const windowSettings = z
  .object({
    bookableDays: wholeNumber(1, bounds.bookableDays),
    pickupCapacity: wholeNumber(0, bounds.capacity),
    week: z.array(windowOfDay.extend({ weekday })).max(7 * bounds.windowsPerDay),
    dates: z
      .array(z.object({ date: day, windows: z.array(windowOfDay) }))
      .max(bounds.dates)
      .meta({ description: "Each replaces its weekday; without windows it is a day off" }),
  })
  .superRefine(({ week, dates }, ctx) => {
    for (let number = 1; number <= 7; number++) {
      const indexes = week.flatMap((window, index) => (window.weekday === number ? [index] : []));
      checkDay(
        indexes.map((index) => week[index] as WindowOfDay),
        ctx,
        (index) => ["week", indexes[index] ?? 0],
      );
    }
    dates.forEach(({ date, windows }, at) => {
      checkDay(windows, ctx, (index) => ["dates", at, "windows", index]);
      if (dates.findIndex((other) => other.date === date) < at)
        ctx.addIssue({ code: "custom", path: ["dates", at, "date"], message: "This date is listed twice" });
    });
  });
export type WindowSettings = z.output<typeof windowSettings>;

/** `pause`: no orders are taken until an instant, or without one until the owner reopens. */
export const pauseSettings = z.object({
  paused: z.boolean(),
  until: instant.nullable().meta({ description: "Null: until the owner reopens" }),
  reason: clearableText(bounds.reason),
});
export type PauseSettings = z.output<typeof pauseSettings>;

/** `notice`: the bar above every page, between two instants. Without a text there is none. */
export const noticeSettings = z
  .object({
    text: clearableText(bounds.notice),
    link: z
      .string()
      .max(bounds.link)
      .refine(isLink, "Please enter a path of this site or an address that begins with https://")
      .nullable()
      .meta({ description: "A path of this site, or an address that begins with https://" }),
    from: instant.nullable(),
    to: instant.nullable(),
  })
  .refine(({ from, to }) => from === null || to === null || from < to, {
    path: ["to"],
    message: "Must be later than the start",
  });
export type NoticeSettings = z.output<typeof noticeSettings>;

/** `messages`: which events have a message. A kind that is not named is on. */
export const messageSettings = z.object(
  Object.fromEntries(switchableKinds.map((kind) => [kind, z.boolean().default(true)])) as Record<
    SwitchableKind,
    z.ZodDefault<z.ZodBoolean>
  >,
);

const festival = z
  .object({
    slug: matching(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Must be small letters and digits, with dashes between them").max(
      bounds.slug,
      `Must be at most ${bounds.slug} characters`,
    ),
    name: boundedText(1, bounds.festivalName, "Please enter a name"),
    text: clearableText(bounds.festivalText),
    days: z
      .array(day)
      .min(1, "Please enter at least one day")
      .max(bounds.festivalDays)
      .refine(unique, "A day is listed twice")
      .overwrite((days) => days.toSorted())
      .meta({ description: "Of delivery" }),
    opensAt: instant.meta({ description: "From when orders are taken" }),
    closesAt: instant.meta({ description: "Until when orders are taken" }),
    sweets: z
      .array(id)
      .min(1, "Please choose at least one sweet")
      .max(bounds.festivalSweets)
      .refine(unique, "A sweet is listed twice"),
  })
  .refine(({ opensAt, closesAt }) => opensAt < closesAt, {
    path: ["closesAt"],
    message: "Must be later than the opening",
  });
export type Festival = z.output<typeof festival>;

/** `festivals`: days for which orders are taken from an instant to another, beyond the usual span too. */
export const festivalSettings = z
  .array(festival)
  .max(bounds.festivals)
  .refine((festivals) => unique(festivals.map(({ slug }) => slug)), "Two festivals have the same address");

/** `security`: how those get in who work for the shop. */
const securitySettings = z.object({
  requireSecondFactor: z.boolean().meta({ description: "Staff without a second factor can do nothing but set one up" }),
});

/** The schema of each section's value. */
export const settingSchemas = {
  shop: shopSettings,
  areas: areaSettings,
  windows: windowSettings,
  pause: pauseSettings,
  notice: noticeSettings,
  payments: paymentSettings,
  tax: taxSettings,
  messages: messageSettings,
  festivals: festivalSettings,
  security: securitySettings,
} as const;
export type SettingValues = { [Name in keyof typeof settingSchemas]: z.output<(typeof settingSchemas)[Name]> };

/** A section in a path of the API. */
export const sectionName = z.enum(sections);

/** `PUT /admin/settings/{section}`. The value is checked by the schema of its section. */
export const sectionInput = z.object({
  version: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .meta({ description: "The version that was read; 0 while the section has its default" }),
  value: z.unknown(),
});
