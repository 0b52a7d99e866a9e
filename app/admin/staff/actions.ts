"use server";

import { env } from "@/lib/env";
import { action } from "@/lib/http/action";
import * as accounts from "@/lib/people/operations";
import * as staff from "@/lib/people/staff-operations";
import { staffForm } from "@/lib/people/staff-schema";
import { kindTexts } from "@/lib/people/staff-texts";
import { idParams } from "@/lib/text";

/** Invites somebody. The link is shown once and stored only as a hash. */
export const invite = action(staff.inviteStaff, {
  failed: "Failed to invite",
  refresh: true,
  after: ({ result: { row, token } }) => ({ link: `${env.APP_URL}/invitation/${token}`, name: row.name }),
});

/** Changes what somebody does, or switches the account on or off. */
export const update = action(staff.updateStaff, {
  form: staffForm,
  failed: "Failed to change the account",
  refresh: true,
  after: ({ result: { name, staff: kind, active } }) => ({
    message: active ? `${name} is ${kindTexts[kind].name.toLowerCase()}` : `${name} is switched off`,
  }),
});

/** Switches the second factor of somebody off who has lost the phone. */
export const resetFactor = action(accounts.resetFactor, {
  form: idParams,
  failed: "Failed to switch the second factor off",
  refresh: true,
  after: () => ({ message: "The second factor is off" }),
});

/** A one-time link to a new password. */
export const link = action(staff.createStaffLink, {
  form: idParams,
  failed: "An error occurred",
  after: ({ result: token }) => ({ link: `${env.APP_URL}/reset/${token}`, name: "" }),
});
