import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { saveSettings } from "@/lib/settings/commands";
import type { Section } from "@/lib/settings/constants";
import { settingsForm } from "@/lib/settings/form-schema";
import { currentSettings } from "@/lib/settings/queries";
import * as queries from "./queries";
import { deliveryQuery } from "./schema";

export const quoteDelivery = read({
  by: "anyone",
  query: deliveryQuery,
  run: ({ actor, input }) => queries.quoteDelivery(actor, input),
});

/** Saves a section of the settings as the owner's form sends it, and names the windows that have too few places then. */
export const saveSettingsForm = operation({
  by: "opening:write",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: settingsForm,
  run: async ({ actor, input: { section, version, value }, write }) => {
    const affected =
      section === "windows"
        ? await queries.affectedWindows(actor, (await currentSettings()).values.windows, value)
        : [];
    const saved = await write((db) => saveSettings<Section>(actor, section, { version, value }, db));
    return { version: saved.version, affected };
  },
});
