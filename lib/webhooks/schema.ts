import { z } from "zod";
import { eventTypes, MAX_URL } from "@/db/constants/webhooks";
import { env } from "@/lib/env";
import { webUrl } from "@/lib/links";
import { id, pathId, queryPage, storableText } from "@/lib/text";

const NO_URL = "Please enter an address that begins with https://";

/** Where the events go. Whether it is a public address is checked when it is saved, and again at each attempt. */
const url = storableText(1, MAX_URL, NO_URL)
  .trim()
  .refine((text) => !/\s/.test(text), { error: NO_URL, abort: true })
  .refine((text) => webUrl(text) !== null, { error: NO_URL, abort: true })
  .refine((text) => env.WEBHOOK_PRIVATE || new URL(text).protocol === "https:", { error: NO_URL, abort: true })
  .refine((text) => new URL(text).username === "" && new URL(text).password === "", "Leave user and password out");

const events = z
  .array(z.enum(eventTypes))
  .min(1, "Please choose at least one event")
  .transform((types) => eventTypes.filter((type) => types.includes(type)));

/** `POST /admin/webhooks`. */
export const newWebhook = z.object({ url, events });
/** `PUT /admin/webhooks/{id}`. */
export const webhookInput = z.object({ url, events, active: z.boolean() });
const typed = z.object({
  url: z.string().trim(),
  ...Object.fromEntries(eventTypes.map((type) => [`event.${type}`, z.literal("on").optional()])),
});
/** The ticked events of a form. */
const ticked = (fields: object) => eventTypes.filter((type) => `event.${type}` in fields);

/** The form that adds a webhook, with a box for each event. */
export const newWebhookForm = typed
  .transform(({ url, ...fields }) => ({ url, events: ticked(fields) }))
  .pipe(newWebhook);
/** The form that changes one. */
export const webhookForm = typed
  .extend({ id: pathId, active: z.literal("on").optional() })
  .transform(({ id, url, active, ...fields }) => ({ id, url, events: ticked(fields), active: active === "on" }))
  .pipe(webhookInput.extend({ id }));

export const deliveriesQuery = z.object({ page: queryPage.default(1) });
export const deliveryParams = z.object({ id: pathId, deliveryId: z.uuid() });
