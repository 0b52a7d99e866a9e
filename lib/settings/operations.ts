import { z } from "zod";
import { noLocks } from "@/db/write-slots";
import { parseBody } from "@/lib/http/body";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import * as commands from "./commands";
import { assertMayWrite } from "./permissions";
import * as queries from "./queries";
import { valueSchemas } from "./responses";
import { sectionInput, sectionName, settingSchemas } from "./schema";

export const readShop = read({ by: "public", run: () => queries.publicShop() });

export const readFestivals = read({ by: "public", run: () => queries.publicFestivals() });

export const readSettings = read({
  by: ["opening:read", "settings:read"],
  run: ({ actor }) => queries.editableSettings(actor),
});

export const saveSettings = operation({
  by: ["opening:write", "settings:write"],
  authorise: (actor, { section }) => assertMayWrite(actor, section),
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  params: z.object({ section: sectionName }),
  body: sectionInput.extend({ value: sectionInput.shape.value.meta({ anyOf: valueSchemas }) }),
  run: async ({ actor, input: { section, version, value: sent }, write }) => {
    // A client that does not know payment online leaves it as it is.
    const known = section === "payments" && { online: (await queries.readSettings()).values.payments.online };
    const whole = known ? { ...known, ...Object(sent) } : sent;
    const { value } = parseBody(z.object({ value: settingSchemas[section] }), { value: whole });
    return write((db) => commands.saveSettings(actor, section, { version, value }, db));
  },
});
