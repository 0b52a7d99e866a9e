import { z } from "zod";
import { positiveInt } from "@/lib/http/responses";

export const userResponse = z
  .object({ id: positiveInt, name: z.string(), email: z.string(), role: z.enum(["customer", "admin"]) })
  .meta({ id: "User", examples: [{ id: 7, name: "Asha Rao", email: "asha@example.com", role: "customer" }] });

/** `POST /auth/login` and `/auth/register`. */
export const signedInResponse = z
  .object({ accessToken: z.string().meta({ description: "A bearer token for 7 days" }), user: userResponse })
  .meta({ id: "SignedIn" });

export const meResponse = z.object({ user: userResponse }).meta({ id: "Me" });
