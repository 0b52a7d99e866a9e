import { toUserView } from "@/lib/accounts/commands";
import { meResponse } from "@/lib/accounts/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/me", {
  GET: endpoint(
    { id: "getMe", tag: "Account", summary: "Who is signed in", actor: "user", answer: meResponse },
    async ({ actor }) => ({ user: toUserView(actor) }),
  ),
});
