import { z } from "zod";
import { staffKinds } from "@/db/constants/auth";
import { email, formId } from "@/lib/text";
import { password, personName } from "./schema";

const kind = z.enum(staffKinds, "Please choose what this person does");

/** `POST /admin/staff` and the form. */
export const inviteInput = z.object({ name: personName, email, staff: kind });
export type InviteInput = z.infer<typeof inviteInput>;

/** `PUT /admin/staff/{id}`. */
export const staffInput = z.object({ staff: kind, active: z.boolean() });
export type StaffInput = z.infer<typeof staffInput>;

/** The form of one person. */
export const staffForm = z.object({
  id: formId,
  staff: kind,
  active: z.enum(["true", "false"]).transform((text) => text === "true"),
});

/** `POST /auth/invitation`. */
export const invitationInput = z.object({ token: z.string().min(1).max(100), password });
