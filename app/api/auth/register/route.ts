import { endpoint, route } from "@/lib/http/endpoint";
import * as accounts from "@/lib/people/operations";
import { signedInResponse } from "@/lib/people/responses";
import { signedIn } from "../signed-in";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/register", {
  POST: endpoint(accounts.register, {
    id: "register",
    summary: "Sign up as a customer",
    description: "Without a name, the part of the e-mail before the @ is used. A visitor's cart joins as at login.",
    example: { email: "asha@example.com", password: "kaju-katli", name: "Asha" },
    status: 201,
    answer: signedInResponse,
    errors: { 409: "An account with this email already exists." },
    respond: signedIn,
  }),
});
