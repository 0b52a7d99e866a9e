import { z } from "zod";
import { staffKinds } from "@/db/constants/auth";
import { permissions } from "@/lib/auth/permissions";
import { positiveInt } from "@/lib/http/responses";

export const userResponse = z
  .object({ id: positiveInt, name: z.string(), email: z.string(), role: z.enum(["customer", "admin"]) })
  .meta({ id: "User", examples: [{ id: 7, name: "Asha Rao", email: "asha@example.com", role: "customer" }] });

/** `POST /auth/login` and `/auth/register`. */
export const signedInResponse = z
  .object({ accessToken: z.string().meta({ description: "A bearer token for 7 days" }), user: userResponse })
  .meta({ id: "SignedIn" });

/** `GET /auth/me`: who is signed in, with what staff may do. */
export const meResponse = z
  .object({
    user: userResponse,
    staff: z.enum(staffKinds).nullable().meta({ description: "What an admin is for the shop; null for customers" }),
    permissions: z
      .array(z.enum(permissions))
      .nullable()
      .meta({ description: "What this person may do, both words of what may be written; null for customers" }),
  })
  .meta({
    id: "Me",
    examples: [
      {
        user: { id: 7, name: "Asha Rao", email: "asha@example.com", role: "customer" },
        staff: null,
        permissions: null,
      },
    ],
  });

/** `POST /auth/second-factor`. */
export const newFactorResponse = z
  .object({
    secret: z.string().meta({ description: "Base32, to type into an app" }),
    uri: z.string().meta({ description: "The same for a QR code: otpauth://totp/…" }),
  })
  .meta({ id: "NewSecondFactor" });

/** `POST /auth/second-factor/confirm`. */
export const recoveryCodesResponse = z
  .object({
    recoveryCodes: z.array(z.string()).meta({ description: "Each is a code that opens once; shown only now" }),
  })
  .meta({ id: "RecoveryCodes" });
