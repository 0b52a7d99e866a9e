"use server";

import { createReset } from "@/lib/accounts/reset.server";
import { customerIdForm } from "@/lib/accounts/schema";
import { env } from "@/lib/env";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

/** A one-time link to a new password, to hand to the customer: shown once, never stored as it is. */
export const makePasswordLink: FormAction<{ link: string }> = async (_previous, form) =>
  submit(
    customerIdForm,
    form,
    async ({ input: { id }, actor, write }) => ({
      link: `${env.APP_URL}/reset/${await write((db) => createReset(actor, id, db))}`,
    }),
    "An error occurred",
  );
