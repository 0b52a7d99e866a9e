import { endpoint, route } from "@/lib/http/endpoint";
import { message } from "@/lib/http/responses";
import * as keys from "@/lib/people/key-operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/keys/{id}", {
  DELETE: endpoint(keys.revokeKey, {
    id: "revokeKey",
    summary: "Revoke an API key",
    description: "At once. What it has done keeps its name.",
    answer: message,
    respond: () => ({ message: "The key is revoked." }),
  }),
});
