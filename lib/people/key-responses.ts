import { z } from "zod";
import { permissions } from "@/lib/auth/permissions";
import { positiveInt, time } from "@/lib/http/responses";

const example = {
  id: 31,
  name: "Till at the counter",
  permissions: ["orders:write" as const, "payments:write" as const],
  expiresAt: null,
  lastUsedAt: "2026-11-26T09:30:00.000Z",
  createdBy: { id: 1, name: "Admin" },
  revoked: false,
};

const keyResponse = z
  .object({
    id: positiveInt,
    name: z.string(),
    permissions: z.array(z.enum(permissions)).meta({
      description: "As they were given. At each request the key may do of these what its maker may do then",
    }),
    expiresAt: time.nullable().meta({ description: "Null: never" }),
    lastUsedAt: time.nullable().meta({ description: "To a minute" }),
    createdBy: z.object({ id: positiveInt, name: z.string() }),
    revoked: z.boolean(),
  })
  .meta({ id: "ApiKey", examples: [example] });
export type KeyRow = z.infer<typeof keyResponse>;

/** `GET /admin/keys`. */
export const keyListResponse = z.array(keyResponse).meta({ id: "ApiKeys", examples: [[example]] });

/** `POST /admin/keys`. */
export const newKeyResponse = keyResponse
  .extend({ key: z.string().meta({ description: "The bearer token; it is not shown again" }) })
  .meta({ id: "NewApiKey", examples: [{ ...example, lastUsedAt: null, key: "mth_the-key" }] });
