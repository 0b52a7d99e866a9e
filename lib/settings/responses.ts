import { z } from "zod";
import { count, rupees, time } from "@/lib/http/responses";
import { type SwitchableKind, switchableKinds } from "@/lib/message-kinds";
import { areaKinds, type Section, socialNames } from "./constants";
import { defaultSettings } from "./defaults";

/*
 * The settings in answers. What is read can be written; schema.ts says what is accepted.
 */

const clockTime = z.string().meta({ examples: ["09:00"] });
const weekday = z.int().min(1).max(7).meta({ description: "1 is Monday" });
const windowOfDay = z.object({ from: clockTime, to: clockTime, capacity: count.meta({ description: "Orders" }) });

const shopFacts = z.object({
  legalName: z.string(),
  address: z.object({ street: z.string(), city: z.string(), region: z.string(), postalCode: z.string() }),
  phones: z.object({ shop: z.string(), tollFree: z.string().nullable() }),
  emails: z.object({ hello: z.string(), orders: z.string(), support: z.string() }),
  hours: z.array(z.object({ fromDay: weekday, toDay: weekday, opens: clockTime, closes: clockTime })),
  social: z.array(z.object({ name: z.enum(socialNames), url: z.string() })),
  fssai: z.string().meta({ description: "Licence number, 14 digits" }),
  grievance: z.object({ name: z.string().nullable(), post: z.string(), email: z.string(), phone: z.string() }),
  team: z.array(z.object({ post: z.string(), about: z.string() })),
  awards: z.array(z.object({ year: z.int(), title: z.string(), by: z.string() })),
});

const pause = z.object({
  until: time.nullable().meta({ description: "Null: until the owner reopens" }),
  reason: z.string().nullable(),
});

const notice = z.object({
  text: z.string().nullable(),
  link: z.string().nullable().meta({ description: "A path of this site, or an address that begins with https://" }),
  from: time.nullable(),
  to: time.nullable(),
});

const payments = z.object({
  upiId: z.string().nullable().meta({ description: "Null: nobody can pay by UPI before delivery" }),
  payeeName: z.string().nullable(),
  cod: z.object({
    active: z.boolean(),
    upTo: rupees.nullable().meta({ description: "The total up to which payment on delivery is offered" }),
  }),
});

const values = {
  shop: shopFacts.meta({ id: "ShopSettings", examples: [defaultSettings.shop] }),
  areas: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(areaKinds),
        pincodes: z.array(z.string()).meta({ description: "400028, 400001-400104, 56* or *: the narrowest decides" }),
        fee: rupees,
        freeFrom: rupees.nullable().meta({ description: "The value of sweets from which there is no fee" }),
        minimum: rupees.nullable().meta({ description: "The value of sweets from which the area is served" }),
        leadMinutes: count,
        estimate: z.string().nullable().meta({ description: "Such as '1-3 days'" }),
        active: z.boolean(),
      }),
    )
    .meta({ id: "AreaSettings", examples: [defaultSettings.areas] }),
  windows: z
    .object({
      bookableDays: count,
      pickupCapacity: count,
      week: z.array(windowOfDay.extend({ weekday })),
      dates: z
        .array(z.object({ date: z.iso.date(), windows: z.array(windowOfDay) }))
        .meta({ description: "Each replaces its weekday; without windows it is a day off" }),
    })
    .meta({ id: "WindowSettings", examples: [defaultSettings.windows] }),
  pause: pause.extend({ paused: z.boolean() }).meta({ id: "PauseSettings", examples: [defaultSettings.pause] }),
  notice: notice.meta({ id: "NoticeSettings", examples: [defaultSettings.notice] }),
  payments: z
    .object({
      ...payments.shape,
      remindAfterHours: count.meta({ description: "Hours after which the owner is reminded of an unpaid UPI order" }),
    })
    .meta({ id: "PaymentSettings", examples: [defaultSettings.payments] }),
  tax: z
    .object({
      gstin: z.string().nullable().meta({ description: "Null: bills of supply instead of tax invoices" }),
      prefix: z.string().meta({ description: "Of the numbers of tax invoices" }),
      rates: z.array(z.object({ hsn: z.string(), rate: z.number(), from: z.iso.date() })),
    })
    .meta({ id: "TaxSettings", examples: [defaultSettings.tax] }),
  messages: z
    .object(
      Object.fromEntries(switchableKinds.map((kind) => [kind, z.boolean()])) as Record<SwitchableKind, z.ZodBoolean>,
    )
    .meta({ id: "MessageSettings", examples: [defaultSettings.messages] }),
} satisfies Record<Section, z.ZodType>;

const version = count.meta({ description: "0 while the section has its default" });
type Values = typeof values;
const withVersions = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, z.object({ version, value })]),
) as { [Name in Section]: z.ZodObject<{ version: typeof version; value: Values[Name] }> };

/** `GET /admin/settings`. */
export const settingsResponse = z.object(withVersions).meta({ id: "Settings" });

/** `PUT /admin/settings/{section}`. */
export const sectionResponse = z
  .object({ version, value: z.union(Object.values(values)) })
  .meta({ id: "SettingsSection", examples: [{ version: 1, value: defaultSettings.pause }] });

/** The schemas of the document that describe a section's value. */
export const valueSchemas = Object.values(values).map((schema) => ({
  $ref: `#/components/schemas/${schema.meta()?.id}`,
}));

/** `GET /shop`. */
export const publicShopResponse = shopFacts
  .extend({
    name: z.string(),
    since: z.int(),
    tagline: z.string(),
    paused: z.boolean().meta({ description: "True: no orders are taken now" }),
    pause: pause.nullable(),
    notice: notice.nullable().meta({ description: "What stands above every page now" }),
    payments: payments.meta({ description: "How an order can be paid" }),
    gstin: z.string().nullable(),
  })
  .meta({ id: "Shop" });
