"use server";

import { customerIdForm } from "@/lib/accounts/input";
import { createReset } from "@/lib/accounts/reset.server";
import { type ActionResult, submit } from "@/lib/action";
import { env } from "@/lib/env";

/** A one-time link to a new password, to hand to the customer: shown once, never stored as it is. */
export async function makePasswordLink(
  _: ActionResult<{ link: string }> | null,
  form: FormData,
): Promise<ActionResult<{ link: string }>> {
  return submit(
    customerIdForm,
    form,
    async ({ id }, { actor }) => ({ link: `${env.APP_URL}/reset/${await createReset(actor, id)}` }),
    "An error occurred",
  );
}
