import { endpoint, route } from "@/lib/http/endpoint";
import * as staff from "@/lib/people/staff-operations";
import { staffResponse } from "@/lib/people/staff-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/staff/{id}", {
  PUT: endpoint(staff.updateStaff, {
    id: "updateStaff",
    summary: "Change what somebody does, or switch the account off or on",
    description:
      "The person is signed out everywhere. Keys that the person made do what the person may do now, or nothing.",
    example: { staff: "manager", active: true },
    answer: staffResponse,
    errors: { 409: "Nobody would be left who is an active owner (`last_owner`)" },
  }),
});
