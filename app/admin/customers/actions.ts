"use server";

import { env } from "@/lib/env";
import { action } from "@/lib/http/action";
import * as accounts from "@/lib/people/operations";

/** Creates a one-time link for setting a new password. It is shown once and stored only as a hash. */
export const createPasswordLink = action(accounts.createPasswordLink, {
  failed: "An error occurred",
  after: ({ result: token }) => ({ link: `${env.APP_URL}/reset/${token}` }),
});
