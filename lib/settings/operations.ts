import { z } from "zod";
import type { Section } from "@/db/constants/settings";
import { noLocks } from "@/db/write-slots";
import { parseBody } from "@/lib/http/body";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import * as commands from "./commands";
import { assertMayWrite } from "./permissions";
import { currentSettings, editableSettings, forgetSettings, publicFestivals, publicShop } from "./queries";
import { valueSchemas } from "./responses";
import { sectionInput, sectionName, settingSchemas } from "./schema";

export const readShop = read({ by: "public", run: () => publicShop() });

export const readFestivals = read({ by: "public", run: () => publicFestivals() });

export const readSettings = read({
  by: ["opening:read", "settings:read"],
  run: ({ actor }) => editableSettings(actor),
});

/** A client that does not know payment online leaves it as it is. */
async function withOnline(section: Section, sent: unknown): Promise<unknown> {
  if (section !== "payments" || typeof sent !== "object" || sent === null || "online" in sent) return sent;
  forgetSettings();
  return { ...sent, online: (await currentSettings()).values.payments.online };
}

export const saveSettings = operation({
  by: ["opening:write", "settings:write"],
  authorise: (actor, { section }) => assertMayWrite(actor, section),
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  params: z.object({ section: sectionName }),
  body: sectionInput.extend({ value: sectionInput.shape.value.meta({ anyOf: valueSchemas }) }),
  run: async ({ actor, input: { section, version, value: sent }, write }) => {
    const whole = { value: await withOnline(section, sent) };
    const { value } = parseBody(z.object({ value: settingSchemas[section] }), whole);
    return write((db) => commands.saveSettings(actor, section, { version, value }, db));
  },
});
