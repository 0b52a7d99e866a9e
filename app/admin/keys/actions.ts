"use server";

import { redirect } from "next/navigation";
import { action } from "@/lib/http/action";
import { flash } from "@/lib/http/request";
import * as keys from "@/lib/people/key-operations";
import { keyForm } from "@/lib/people/key-schema";
import { idParams } from "@/lib/text";

/** Makes a key. It is shown once and stored only as a hash. */
export const create = action(keys.createKey, {
  form: keyForm,
  failed: "Failed to make the key",
  refresh: true,
  after: ({ result: { row, key } }) => ({ key, name: row.name }),
});

export const revoke = action(keys.revokeKey, {
  form: idParams,
  failed: "Failed to revoke the key",
  after: async (): Promise<{ message: string }> => {
    await flash("success", "The key is revoked");
    redirect("/admin/keys");
  },
});
