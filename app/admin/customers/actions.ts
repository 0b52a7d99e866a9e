"use server";

import { createReset } from "@/lib/accounts/reset.server";
import { customerIdForm } from "@/lib/accounts/schema";
import { env } from "@/lib/env";
import { type ActionResult, submit } from "@/lib/http/submit";

/** A one-time link to a new password, to hand to the customer: shown once, never stored as it is. */
export async function makePasswordLink(
  _: ActionResult<{ link: string }> | null,
  form: FormData,
): Promise<ActionResult<{ link: string }>> {
  return submit(
    customerIdForm,
    form,
    async ({ input: { id }, actor }) => ({ link: `${env.APP_URL}/reset/${await createReset(actor, id)}` }),
    "An error occurred",
  );
}
