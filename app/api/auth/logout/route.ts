import { signedOutCookies } from "@/lib/cart/viewer-hint";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { message } from "@/lib/http/responses";
import * as accounts from "@/lib/people/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/logout", {
  POST: endpoint(accounts.logout, {
    id: "logout",
    summary: "Sign out",
    description: "The token, or the browser's session, ends at once.",
    answer: message,
    respond: (_, { caller }) =>
      new ApiResponse({ message: "Logged out." }, { cookies: caller.byCookie ? signedOutCookies() : [] }),
  }),
});
