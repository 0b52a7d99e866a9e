import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as accounts from "@/lib/people/operations";
import { RESET_REQUESTED } from "@/lib/people/reset-commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/forgot", {
  POST: endpoint(accounts.forgotPassword, {
    id: "forgotPassword",
    summary: "Ask for a new password",
    description:
      "Sends a link that works once, within one hour, to the address if it has an account. The answer is the same for every address. While three links of an account work, no further one is sent; the use of one ends all. Where the shop sends no mail, the owner is asked for the link.",
    example: { email: "asha@example.com" },
    status: 202,
    errors: {
      429: "Asked too often from this address, or from it for this e-mail, whether that has an account or not",
    },
    ...says(RESET_REQUESTED),
  }),
});
