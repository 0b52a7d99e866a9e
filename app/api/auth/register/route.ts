import { register } from "@/lib/accounts/commands";
import { signedInResponse } from "@/lib/accounts/responses";
import { registerInput } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/endpoint";
import { signedIn, tokenStart } from "../signed-in";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/auth/register", {
  POST: endpoint(
    {
      id: "register",
      tag: "Account",
      summary: "Sign up as a customer",
      description: "Without a name, the part of the e-mail before the @ is used. A visitor's cart joins as at login.",
      actor: "guest",
      // A cart that joins holds sweets.
      locks: ({ caller }) => (caller.cartToken ? "some" : []),
      body: registerInput,
      example: { email: "asha@example.com", password: "kaju-katli", name: "Asha" },
      limit: "register",
      status: 201,
      answer: signedInResponse,
      errors: { 409: "An account with this email already exists." },
    },
    async ({ body, caller, request, write }) => {
      const account = await register(body, tokenStart(request, caller), write);
      return signedIn(account, caller);
    },
  ),
});
