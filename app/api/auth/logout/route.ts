import { logout } from "@/lib/accounts/commands";
import { signedOutCookies } from "@/lib/cart/viewer-hint";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { message } from "@/lib/http/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/logout", {
  POST: endpoint(
    {
      id: "logout",
      tag: "Account",
      summary: "Sign out",
      description: "The token, or the browser's session, ends at once.",
      actor: "user",
      answer: message,
    },
    async ({ actor, caller, write }) => {
      await write((db) => logout(actor, db));
      return new ApiResponse({ message: "Logged out." }, { cookies: caller.byCookie ? signedOutCookies() : [] });
    },
  ),
});
