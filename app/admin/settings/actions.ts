"use server";

import type { z } from "zod";
import { sectionLooks, sectionUrl } from "@/components/admin/settings/sections";
import type { SaveAction } from "@/components/admin/settings/use-section-form";
import type { Section } from "@/db/constants/settings";
import { assertMay } from "@/lib/auth/actor";
import { formatShortDate } from "@/lib/dates";
import { type AffectedWindow, affectedWindows } from "@/lib/delivery/queries";
import { nullIfUnavailable } from "@/lib/errors";
import { runAction } from "@/lib/http/action";
import { settingsForm } from "@/lib/settings/form-schema";
import { changeRows, saveSettings } from "@/lib/settings/operations";
import type { WindowSettings } from "@/lib/settings/schema";

/** "3 orders hold a place on 26 Nov 2026 10:00-13:00, which now takes 2" */
function warningOf({ date, from, to, pool, orders, capacity }: AffectedWindow): string {
  const who = `${orders} ${orders === 1 ? "order holds" : "orders hold"} a place`;
  const what = pool === "pickup" ? " for pickup" : "";
  const now = capacity === null ? "which is no longer offered" : `which now takes ${capacity}`;
  return `${who}${what} on ${formatShortDate(date)} ${from}-${to}, ${now}`;
}

function savedMessage({ section, value }: z.output<typeof settingsForm>): string {
  if (section === "pause") return value.paused ? "Orders are paused" : "Orders are taken again";
  return `${sectionLooks[section].title} saved`;
}

const failed = "Failed to save the settings";
const signedOut = (form: FormData) => sectionUrl(String(form.get("section")) as Section) as `/${string}`;

/** Saves a section of the settings. A button that adds or removes a row sends the form too, when there is no JavaScript. */
export const saveSection: SaveAction = async (_previous, form) =>
  form.has("rows")
    ? runAction(changeRows, form, { failed, signedOut, after: ({ result }) => ({ kind: "rows", ...result }) })
    : runAction(saveSettings, form, {
        form: settingsForm,
        failed,
        signedOut,
        refresh: true,
        after: async ({ actor, input, result: { version, before } }) => {
          const saved = { kind: "saved", version, message: savedMessage(input) } as const;
          if (input.section !== "windows") return { ...saved, warnings: [] };
          // It is saved by now, whether or not this can be read.
          const affected = await nullIfUnavailable(() =>
            affectedWindows(assertMay(actor, "opening:read"), before as WindowSettings, input.value),
          );
          return { ...saved, warnings: affected?.map(warningOf) ?? [] };
        },
      });
