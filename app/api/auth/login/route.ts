import { endpoint, route } from "@/lib/http/endpoint";
import * as accounts from "@/lib/people/operations";
import { signedInResponse } from "@/lib/people/responses";
import { signedIn } from "../signed-in";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/login", {
  POST: endpoint(accounts.login, {
    id: "login",
    summary: "Sign in",
    description:
      "Returns a bearer token for 7 days. When a visitor's cart cookie is sent, that cart joins the customer's; this site's Origin is needed then. After 10 wrong passwords for one e-mail, or 100 from one address, in 15 minutes even the right one is refused; a browser that has signed in to the account before, and sends its cookie, has an allowance of its own. Where a member of staff has a second factor, the right password without `code`, or with a wrong one, is 401 `second_factor`; a code opens once, and wrong ones count as wrong passwords do.",
    example: { email: "asha@example.com", password: "kaju-katli" },
    answer: signedInResponse,
    errors: {
      401: "Login failed. Please check your credentials; or the code of the second factor is missing or wrong (second_factor)",
      429: "Too many wrong passwords or codes for this e-mail, or from this address",
    },
    respond: signedIn,
  }),
});
