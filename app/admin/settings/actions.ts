"use server";

import { sectionLooks, sectionUrl } from "@/components/admin/settings/sections";
import type { Section } from "@/db/constants/settings";
import { assertMay } from "@/lib/auth/actor";
import { formatShortDate } from "@/lib/dates";
import { type AffectedWindow, affectedWindows } from "@/lib/delivery/queries";
import { nullIfUnavailable } from "@/lib/errors";
import { action } from "@/lib/http/action";
import { putStepsAway } from "@/lib/reports/operations";
import { settingsForm } from "@/lib/settings/form-schema";
import { saveSettings } from "@/lib/settings/operations";
import type { PauseSettings, WindowSettings } from "@/lib/settings/schema";

/** "3 orders hold a place on 26 Nov 2026 10:00-13:00, which now takes 2" */
function warningOf({ date, from, to, pool, orders, capacity }: AffectedWindow): string {
  const who = `${orders} ${orders === 1 ? "order holds" : "orders hold"} a place`;
  const what = pool === "pickup" ? " for pickup" : "";
  const now = capacity === null ? "which is no longer offered" : `which now takes ${capacity}`;
  return `${who}${what} on ${formatShortDate(date)} ${from}-${to}, ${now}`;
}

function savedMessage(section: Section, value: unknown): string {
  if (section !== "pause") return `${sectionLooks[section].title} saved`;
  return (value as PauseSettings).paused ? "Orders are paused" : "Orders are taken again";
}

export const saveSection = action(saveSettings, {
  form: settingsForm,
  failed: "Failed to save the settings",
  signedOut: (form) => sectionUrl(String(form.get("section")) as Section) as `/${string}`,
  refresh: true,
  after: async ({ actor, input: { section }, result: { version, value, before } }) => {
    // It is saved by now, whether or not this can be read.
    const affected =
      section === "windows" &&
      (await nullIfUnavailable(() =>
        affectedWindows(assertMay(actor, "opening:read"), before as WindowSettings, value as WindowSettings),
      ));
    return { version, message: savedMessage(section, value), warnings: affected ? affected.map(warningOf) : [] };
  },
});

export const putFirstStepsAway = action(putStepsAway, {
  failed: "Failed to put the first steps away",
  refresh: true,
  after: ({ input: { away } }) => ({ message: away ? "First steps put away" : "First steps are back" }),
});
