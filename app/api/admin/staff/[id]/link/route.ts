import { env } from "@/lib/env";
import { endpoint, route } from "@/lib/http/endpoint";
import * as staff from "@/lib/people/staff-operations";
import { passwordLinkResponse } from "@/lib/people/staff-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/staff/{id}/link", {
  POST: endpoint(staff.createStaffLink, {
    id: "createStaffLink",
    summary: "A link to a new password for somebody who works for the shop",
    description: "It works once, within an hour; an earlier one stops working. A second factor stays as it is.",
    answer: passwordLinkResponse,
    errors: { 409: "The invitation is not accepted yet, or the account is switched off" },
    respond: (token) => ({ link: `${env.APP_URL}/reset/${token}` }),
  }),
});
