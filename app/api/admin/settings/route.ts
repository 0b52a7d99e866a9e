import { endpoint, route } from "@/lib/http/endpoint";
import { editableSettings } from "@/lib/settings/queries";
import { settingsResponse } from "@/lib/settings/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/settings", {
  GET: endpoint(
    {
      id: "getSettings",
      tag: "Admin",
      summary: "Every section of the settings with its version",
      actor: "admin",
      answer: settingsResponse,
    },
    ({ actor }) => editableSettings(actor),
  ),
});
