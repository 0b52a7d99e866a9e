import { endpoint, route } from "@/lib/http/endpoint";
import * as accounts from "@/lib/people/operations";
import { recoveryCodesResponse } from "@/lib/people/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/second-factor/confirm", {
  POST: endpoint(accounts.confirmFactor, {
    id: "confirmSecondFactor",
    summary: "Confirm a second factor",
    description:
      "Switches it on by a code of the app, which cannot be used again, and returns the recovery codes, which are shown only now. The caller's other sessions and tokens end. For staff.",
    example: { code: "123456" },
    answer: recoveryCodesResponse,
    errors: {
      409: "A second factor is active",
      422: "The code is wrong, or no set-up was started",
      429: "Too many wrong passwords or codes",
    },
  }),
});
