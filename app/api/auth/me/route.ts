import * as accounts from "@/lib/accounts/operations";
import { meResponse } from "@/lib/accounts/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/me", {
  GET: endpoint(accounts.readUser, {
    id: "getMe",
    summary: "Who is signed in",
    answer: meResponse,
  }),
});
