import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as accounts from "@/lib/people/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/reset", {
  POST: endpoint(accounts.resetPassword, {
    id: "resetPassword",
    summary: "Set a new password",
    description: "With the token at the end of the link that was sent. Every session and token of the account ends.",
    example: { token: "the-token-of-the-link", password: "kaju-katli" },
    errors: { 404: "The token is wrong, was used, or is older than one hour" },
    ...says("Your password has been changed. Please sign in."),
  }),
});
