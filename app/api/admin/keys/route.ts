import { endpoint, route } from "@/lib/http/endpoint";
import * as keys from "@/lib/people/key-operations";
import { keyListResponse, newKeyResponse } from "@/lib/people/key-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/keys", {
  GET: endpoint(keys.listKeys, {
    id: "listKeys",
    summary: "The API keys",
    answer: keyListResponse,
  }),
  POST: endpoint(keys.createKey, {
    id: "createKey",
    summary: "Make an API key for another program",
    description:
      "It is sent as a bearer token, and may ask 600 times a minute. Permissions of staff, keys, webhooks and audit, and customers:write, cannot be given. It ends with `expiresAt` (null: never), when it is revoked, or when its maker is switched off.",
    example: { name: "Till at the counter", permissions: ["orders:write", "payments:write"], expiresAt: null },
    status: 201,
    answer: newKeyResponse,
    respond: ({ row, key }) => ({ ...row, key }),
  }),
});
