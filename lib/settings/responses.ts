import { z } from "zod";
import type { Section } from "@/db/constants/settings";
import { count } from "@/lib/http/responses";
import { festivalStates } from "./calendar";
import { defaultSettings } from "./defaults";
import { paymentFields } from "./money-schema";
import { shopFactNames } from "./samples";
import { type Festival, noticeSettings, pauseSettings, settingSchemas, shopSettings } from "./schema";

/* The settings in answers. What is read can be written, so the schemas are those that check what is written. */

const festivalExample: Festival = {
  slug: "diwali",
  name: "Diwali",
  text: "Boxes for family and friends.",
  days: ["2027-10-28", "2027-10-29"],
  opensAt: "2027-09-28T03:30:00.000Z",
  closesAt: "2027-10-26T14:30:00.000Z",
  sweets: [1, 5],
};

const values = {
  shop: settingSchemas.shop.meta({ id: "ShopSettings", examples: [defaultSettings.shop] }),
  areas: settingSchemas.areas.meta({ id: "AreaSettings", examples: [defaultSettings.areas] }),
  windows: settingSchemas.windows.meta({ id: "WindowSettings", examples: [defaultSettings.windows] }),
  pause: settingSchemas.pause.meta({ id: "PauseSettings", examples: [defaultSettings.pause] }),
  notice: settingSchemas.notice.meta({ id: "NoticeSettings", examples: [defaultSettings.notice] }),
  payments: settingSchemas.payments.meta({ id: "PaymentSettings", examples: [defaultSettings.payments] }),
  tax: settingSchemas.tax.meta({ id: "TaxSettings", examples: [defaultSettings.tax] }),
  messages: settingSchemas.messages.meta({ id: "MessageSettings", examples: [defaultSettings.messages] }),
  festivals: settingSchemas.festivals.meta({ id: "FestivalSettings", examples: [[festivalExample]] }),
  security: settingSchemas.security.meta({ id: "SecuritySettings", examples: [defaultSettings.security] }),
} satisfies Record<Section, z.ZodType>;

const version = count.meta({ description: "0 while the section has its default" });
type Values = typeof values;
const withVersions = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, z.object({ version, value }).optional()]),
) as { [Name in Section]: z.ZodOptional<z.ZodObject<{ version: typeof version; value: Values[Name] }>> };

/** `GET /admin/settings`: the sections that the caller may read. */
export const settingsResponse = z.object(withVersions).meta({ id: "Settings" });

/** `PUT /admin/settings/{section}`. */
export const sectionResponse = z
  .object({ version, value: z.union(Object.values(values)) })
  .meta({ id: "SettingsSection", examples: [{ version: 1, value: defaultSettings.pause }] });

/** The schemas of the document that describe a section's value. */
export const valueSchemas = Object.values(values).map((schema) => ({
  $ref: `#/components/schemas/${schema.meta()?.id}`,
}));

/** `GET /festivals`. */
export const festivalsResponse = z
  .array(settingSchemas.festivals.element.safeExtend({ state: z.enum(festivalStates) }))
  .meta({ id: "Festivals", examples: [[{ ...festivalExample, state: "before" }]] });

/** `GET /shop`. */
export const publicShopResponse = shopSettings
  .omit({ accepted: true })
  .extend({
    samples: z.array(z.enum(shopFactNames)).meta({
      description: "Facts that are invented: neither changed nor accepted by the owner",
      examples: [["fssai"]],
    }),
    name: z.string(),
    since: z.int(),
    tagline: z.string(),
    paused: z.boolean().meta({ description: "True: no orders are taken now" }),
    pause: pauseSettings.omit({ paused: true }).nullable(),
    notice: noticeSettings.nullable().meta({ description: "What stands above every page now" }),
    payments: paymentFields
      .omit({ remindAfterHours: true, online: true })
      .meta({ description: "How an order can be paid" }),
    gstin: z.string().nullable(),
  })
  .meta({ id: "Shop" });
