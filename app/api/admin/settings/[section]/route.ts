import { z } from "zod";
import { parseBody } from "@/lib/http/body";
import { endpoint, route } from "@/lib/http/endpoint";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { sectionResponse, valueSchemas } from "@/lib/settings/responses";
import { sectionInput, sectionName, settingSchemas } from "@/lib/settings/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/settings/{section}", {
  PUT: endpoint(
    {
      id: "saveSettings",
      tag: "Admin",
      summary: "Save a section of the settings whole",
      description:
        "`version` is the one that was read with the value. What was read can be written. Pages show the change within a second.",
      actor: "admin",
      params: z.object({ section: sectionName }),
      body: sectionInput.extend({ value: sectionInput.shape.value.meta({ anyOf: valueSchemas }) }),
      example: { version: 0, value: defaultSettings.pause },
      answer: sectionResponse,
      errors: { 409: "Somebody else has saved the section since it was read (stale_version)" },
    },
    ({ actor, params: { section }, body, write }) => {
      const { value } = parseBody(z.object({ value: settingSchemas[section] }), body);
      return write((db) => saveSettings(actor, section, { version: body.version, value }, db));
    },
  ),
});
