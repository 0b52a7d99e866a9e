"use server";

import { action } from "@/lib/http/action";
import * as keys from "@/lib/people/key-operations";
import { keyForm } from "@/lib/people/key-schema";
import { idParams } from "@/lib/text";

/** Makes a key. It is shown once and stored only as a hash. */
export const create = action(keys.createKey, {
  form: keyForm,
  failed: "Failed to make the key",
  refresh: true,
  after: ({ result: { row, key } }) => ({
    message: `The key ${row.name} is ready`,
    secret: {
      label: `Key of ${row.name}`,
      hint: "Copy it now: it is not shown again.",
      text: key,
      copied: "Key copied",
    },
  }),
});

export const revoke = action(keys.revokeKey, {
  form: idParams,
  failed: "Failed to revoke the key",
  refresh: true,
  after: () => ({ message: "The key is revoked" }),
});
