import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as accounts from "@/lib/people/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/staff/{id}/second-factor", {
  DELETE: endpoint(accounts.resetFactor, {
    id: "resetSecondFactor",
    summary: "Switch off the second factor of another member of staff",
    description: "For who has lost the phone and the recovery codes. One's own needs password and code.",
    ...says("The second factor is off."),
  }),
});
