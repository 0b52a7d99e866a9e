import { endpoint, route } from "@/lib/http/endpoint";
import { defaultSettings } from "@/lib/settings/defaults";
import * as settings from "@/lib/settings/operations";
import { sectionResponse } from "@/lib/settings/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/settings/{section}", {
  PUT: endpoint(settings.saveSettings, {
    id: "saveSettings",
    summary: "Save a section of the settings whole",
    description:
      "`version` is the one that was read with the value. What was read can be written. Pages show the change within a second.",
    example: { version: 0, value: defaultSettings.pause },
    answer: sectionResponse,
    errors: { 409: "Someone else has changed the section since it was read (stale_version)" },
    respond: ({ version, value }) => ({ version, value }),
  }),
});
