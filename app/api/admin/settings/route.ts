import { endpoint, route } from "@/lib/http/endpoint";
import * as settings from "@/lib/settings/operations";
import { settingsResponse } from "@/lib/settings/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/settings", {
  GET: endpoint(settings.readSettings, {
    id: "getSettings",
    summary: "The sections of the settings that you may read, each with its version",
    description:
      "`pause`, `notice`, `windows` and `festivals` need opening:read, all others settings:read. `payments` and `tax` are shown to owners who are signed in, never to a key.",
    answer: settingsResponse,
  }),
});
