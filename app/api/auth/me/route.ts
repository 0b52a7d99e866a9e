import { endpoint, route } from "@/lib/http/endpoint";
import * as accounts from "@/lib/people/operations";
import { meResponse } from "@/lib/people/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/me", {
  GET: endpoint(accounts.readUser, {
    id: "getMe",
    summary: "Who is signed in",
    answer: meResponse,
  }),
});
