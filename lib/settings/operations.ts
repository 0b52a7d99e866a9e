import { z } from "zod";
import { noLocks } from "@/db/write-slots";
import { parseBody } from "@/lib/http/body";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import * as commands from "./commands";
import { assertMayWrite } from "./permissions";
import { editableSettings, publicFestivals, publicShop } from "./queries";
import { valueSchemas } from "./responses";
import { sectionInput, sectionName, settingSchemas } from "./schema";

export const readShop = read({ by: "public", run: () => publicShop() });

export const readFestivals = read({ by: "public", run: () => publicFestivals() });

export const readSettings = read({
  by: ["opening:read", "settings:read"],
  run: ({ actor }) => editableSettings(actor),
});

export const saveSettings = operation({
  by: ["opening:write", "settings:write"],
  authorise: (actor, { section }) => assertMayWrite(actor, section),
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  params: z.object({ section: sectionName }),
  body: sectionInput.extend({ value: sectionInput.shape.value.meta({ anyOf: valueSchemas }) }),
  run: ({ actor, input: { section, version, value: sent }, write }) => {
    const { value } = parseBody(z.object({ value: settingSchemas[section] }), { value: sent });
    return write((db) => commands.saveSettings(actor, section, { version, value }, db));
  },
});
