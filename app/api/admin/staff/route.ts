import { env } from "@/lib/env";
import { endpoint, route } from "@/lib/http/endpoint";
import * as staff from "@/lib/people/staff-operations";
import { invitedResponse, staffListResponse } from "@/lib/people/staff-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/staff", {
  GET: endpoint(staff.listStaff, {
    id: "listStaff",
    summary: "Everybody who works for the shop",
    answer: staffListResponse,
  }),
  POST: endpoint(staff.inviteStaff, {
    id: "inviteStaff",
    summary: "Invite somebody to work for the shop",
    description:
      "`link` works for 72 hours, once; it is mailed too when the shop sends mail. An address that was invited and has not accepted gets another link, and the earlier one stops working.",
    example: { name: "Meena Patil", email: "meena@example.com", staff: "counter" },
    status: 201,
    answer: invitedResponse,
    errors: { 409: "This address has an account" },
    respond: ({ row, token }) => ({ ...row, link: `${env.APP_URL}/invitation/${token}` }),
  }),
});
