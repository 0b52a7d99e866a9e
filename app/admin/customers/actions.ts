"use server";

import { createReset } from "@/lib/accounts/reset-commands";
import { customerIdForm } from "@/lib/accounts/schema";
import { env } from "@/lib/env";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

/** Creates a one-time link for setting a new password. It is shown once and stored only as a hash. */
export const createPasswordLink: FormAction<{ link: string }> = async (_previous, form) =>
  submit(
    customerIdForm,
    form,
    async ({ input: { id }, actor, write }) => ({
      link: `${env.APP_URL}/reset/${await write((db) => createReset(actor, id, db))}`,
    }),
    "An error occurred",
  );
