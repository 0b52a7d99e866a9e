import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as accounts from "@/lib/people/operations";
import { newFactorResponse } from "@/lib/people/responses";

const wrong = { 422: "The password or the code is wrong", 429: "Too many wrong passwords or codes" };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/second-factor", {
  POST: endpoint(accounts.beginFactor, {
    id: "beginSecondFactor",
    summary: "Begin a second factor",
    description:
      "Makes the secret for an authenticator app: TOTP with 6 digits, 30 seconds and SHA-1. Logins ask for a code once one has confirmed it. For staff.",
    example: { password: "kaju-katli" },
    answer: newFactorResponse,
    errors: { ...wrong, 409: "A second factor is active" },
  }),
  DELETE: endpoint(accounts.switchFactorOff, {
    id: "endSecondFactor",
    summary: "Switch the second factor off",
    description: "With the password, and a code of the app or a recovery code. For staff.",
    example: { password: "kaju-katli", code: "123456" },
    errors: wrong,
    ...says("The second factor is off."),
  }),
});
