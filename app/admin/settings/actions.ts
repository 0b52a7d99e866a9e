"use server";

import { refresh } from "next/cache";
import type { z } from "zod";
import { sectionLooks, sectionUrl } from "@/components/admin/settings/sections";
import type { SaveAction } from "@/components/admin/settings/use-section-form";
import { formatShortDate } from "@/lib/dates";
import { type AffectedWindow, affectedWindows } from "@/lib/delivery/affected-queries";
import { submit } from "@/lib/http/submit";
import { saveSettings } from "@/lib/settings/commands";
import type { Section } from "@/lib/settings/constants";
import { settingsForm, settingsRowsForm } from "@/lib/settings/form-schema";
import { editableSettings } from "@/lib/settings/queries";

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

const FAILED = "Failed to save the settings";
const pageOf = (form: FormData) => sectionUrl(String(form.get("section")) as Section) as `/${string}`;

/** Saves a section of the settings. A button that adds or removes a row sends the form too, when there is no JavaScript. */
export const saveSection: SaveAction = async (_previous, form) =>
  form.has("rows")
    ? submit(settingsRowsForm, form, async ({ input }) => ({ kind: "rows", ...input }), FAILED, {
        by: "admin",
        signedOut: pageOf(form),
      })
    : submit(
        settingsForm,
        form,
        async ({ input, actor, write }) => {
          const { section, version, value } = input;
          const affected =
            section === "windows"
              ? await affectedWindows(actor, (await editableSettings(actor)).windows.value, value)
              : [];
          const saved = await write((db) => saveSettings<Section>(actor, section, { version, value }, db));
          refresh();
          return {
            kind: "saved",
            version: saved.version,
            message: savedMessage(input),
            warnings: affected.map(warningOf),
          };
        },
        FAILED,
        { by: "admin", signedOut: pageOf(form) },
      );
