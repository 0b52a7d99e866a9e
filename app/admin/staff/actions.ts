"use server";

import type { Done } from "@/components/admin/ui/action-form";
import { env } from "@/lib/env";
import { action } from "@/lib/http/action";
import { sendsMail } from "@/lib/messages/admin-queries";
import * as accounts from "@/lib/people/operations";
import * as staff from "@/lib/people/staff-operations";
import { staffForm } from "@/lib/people/staff-schema";
import { kindTexts } from "@/lib/people/staff-texts";
import { idParams } from "@/lib/text";

/** A link that is shown once. It is stored only as a hash. */
const linkOnce = (name: string, path: `/${string}`, time: string, more = "") => ({
  label: `Link for ${name}`,
  hint: `Works once, within ${time}. Copy it now: it is not shown again.${more}`,
  text: env.APP_URL + path,
});

const passwordLink = ({ form, result: token }: { form: FormData; result: string }): Done => ({
  title: "Success",
  message: "Operation successful",
  secret: linkOnce(String(form.get("name")), `/reset/${token}`, "one hour"),
});

const MAILED = " A mail with a link is on its way, too.";

/** Invites somebody, the first time or `again`. */
export const invite = action(staff.inviteStaff, {
  failed: "Failed to invite",
  refresh: true,
  after: ({ form, result: { row, token } }) => {
    const link = (more?: string) => linkOnce(row.name, `/invitation/${token}`, "three days", more);
    return form.has("again")
      ? { title: "Success", message: "Operation successful", secret: link() }
      : { message: `${row.name} is invited`, secret: link(sendsMail() ? MAILED : "") };
  },
});

export const update = action(staff.updateStaff, {
  form: staffForm,
  failed: "Failed to change the account",
  refresh: true,
  after: ({ result: { name, staff: kind, active } }) => ({
    message: active ? `${name} is ${kindTexts[kind].name.toLowerCase()}` : `${name} is switched off`,
  }),
});

export const resetFactor = action(accounts.resetFactor, {
  form: idParams,
  failed: "Failed to switch the second factor off",
  refresh: true,
  after: () => ({ message: "The second factor is off" }),
});

/** A one-time link to a new password. */
export const staffLink = action(staff.createStaffLink, {
  form: idParams,
  failed: "An error occurred",
  after: passwordLink,
});

export const createPasswordLink = action(accounts.createPasswordLink, {
  failed: "An error occurred",
  after: passwordLink,
});
