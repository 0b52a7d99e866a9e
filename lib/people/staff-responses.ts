import { z } from "zod";
import { staffKinds } from "@/db/constants/auth";
import { positiveInt, time } from "@/lib/http/responses";

const example = {
  id: 12,
  name: "Meena Patil",
  email: "meena@example.com",
  staff: "counter" as const,
  active: true,
  secondFactor: false,
  invited: false,
  lastSeenAt: "2026-11-26T09:30:00.000Z",
};

/** One of the shop's people. */
export const staffResponse = z
  .object({
    id: positiveInt,
    name: z.string(),
    email: z.string(),
    staff: z.enum(staffKinds),
    active: z.boolean().meta({ description: "False: switched off, signs in nowhere" }),
    secondFactor: z.boolean(),
    invited: z.boolean().meta({ description: "True until the invitation is accepted" }),
    lastSeenAt: time.nullable(),
  })
  .meta({ id: "StaffMember", examples: [example] });
export type StaffRow = z.infer<typeof staffResponse>;

/** `GET /admin/staff`. */
export const staffListResponse = z.array(staffResponse).meta({ id: "StaffList", examples: [[example]] });

const link = z.string().meta({ description: "Works once; it is not shown again" });

/** `POST /admin/staff`. */
export const invitedResponse = staffResponse.extend({ link }).meta({
  id: "InvitedStaffMember",
  examples: [{ ...example, invited: true, lastSeenAt: null, link: "https://mithaas.example/invitation/the-token" }],
});

/** `POST /admin/staff/{id}/link`. */
export const passwordLinkResponse = z
  .object({ link })
  .meta({ id: "PasswordLink", examples: [{ link: "https://mithaas.example/reset/the-token" }] });
