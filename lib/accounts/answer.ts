import { z } from "zod";
import { number } from "@/lib/http/answers";

export const personAnswer = z
  .object({ id: number, name: z.string(), email: z.string(), role: z.enum(["customer", "admin"]) })
  .meta({ id: "User", examples: [{ id: 7, name: "Asha Rao", email: "asha@example.com", role: "customer" }] });

/** `POST /auth/login` and `/auth/register`. */
export const signedInAnswer = z
  .object({ accessToken: z.string().meta({ description: "A bearer token for 7 days" }), user: personAnswer })
  .meta({ id: "SignedIn" });

export const meAnswer = z.object({ user: personAnswer }).meta({ id: "Me" });
