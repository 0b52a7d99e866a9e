import { endpoint, route } from "@/lib/http/endpoint";
import { signedInResponse } from "@/lib/people/responses";
import * as staff from "@/lib/people/staff-operations";
import { signedIn } from "../signed-in";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/invitation", {
  POST: endpoint(staff.acceptInvitation, {
    id: "acceptInvitation",
    summary: "Accept an invitation to work for the shop",
    description:
      "With the token at the end of the link. It sets the password and signs in, as a login does; no cart is joined.",
    example: { token: "the-token-of-the-link", password: "kaju-katli" },
    answer: signedInResponse,
    errors: { 404: "The token is wrong, was used, is older than 72 hours, or whoever made it is switched off" },
    respond: signedIn,
  }),
});
