import { endpoint, route } from "@/lib/http/endpoint";
import * as settings from "@/lib/settings/operations";
import { settingsResponse } from "@/lib/settings/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/settings", {
  GET: endpoint(settings.readSettings, {
    id: "getSettings",
    tag: "Admin",
    summary: "Every section of the settings with its version",
    answer: settingsResponse,
  }),
});
