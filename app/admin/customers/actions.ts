"use server";

import { passwordLink } from "@/app/admin/password-link";
import { action } from "@/lib/http/action";
import * as accounts from "@/lib/people/operations";

/** Creates a one-time link for setting a new password. */
export const createPasswordLink = action(accounts.createPasswordLink, {
  failed: "An error occurred",
  after: ({ form, result: token }) => passwordLink(form, token),
});
