import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as keys from "@/lib/people/key-operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/keys/{id}", {
  DELETE: endpoint(keys.revokeKey, {
    id: "revokeKey",
    summary: "Revoke an API key",
    description: "At once. What it has done keeps its name.",
    ...says("The key is revoked."),
  }),
});
