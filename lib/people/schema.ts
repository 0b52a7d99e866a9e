import { z } from "zod";
import { MAX_NAME, MAX_SEARCH } from "@/db/constants/text";
import { asciiDigits } from "@/lib/digits";
import { boundedText, email, formId, isBlank, pageNumber, storableText } from "@/lib/text";
import { MAX_CODE } from "./constants";

export const PASSWORD_SHORT = "Password must be at least 6 characters";

const MAX_PASSWORD = 200;
/** 6 to 200 characters of any Unicode. */
export const password = storableText(
  6,
  MAX_PASSWORD,
  PASSWORD_SHORT,
  `Password must be at most ${MAX_PASSWORD} characters`,
);

const NAME_SHORT = "Name must be at least 2 characters";
export const personName = boundedText(2, MAX_NAME, NAME_SHORT);

/** A code of a second factor, from an app or a recovery code. */
const code = boundedText(1, MAX_CODE, "Please enter the code")
  .overwrite(asciiDigits)
  .meta({ examples: ["123456"] });

/** The login form, which asks for a code afterwards. */
export const loginForm = z.object({ email, password });

/** `POST /auth/login`. */
export const loginInput = loginForm.extend({
  code: storableText(0, MAX_CODE)
    .overwrite(asciiDigits)
    .transform((text) => (isBlank(text) ? undefined : text))
    .optional()
    .meta({
      description: "Of the second factor, where the account has one: six digits of the app, or a recovery code",
    }),
});
export type LoginInput = z.infer<typeof loginInput>;

/** The second step of the form; the tick trusts the browser. */
export const loginCodeForm = z.object({ code, trust: z.literal("yes").optional() });

/** `POST /auth/second-factor` and the form. */
export const factorInput = z.object({ password: z.string().min(1, "Please enter your password").max(MAX_PASSWORD) });

/** `POST /auth/second-factor/confirm` and the form. */
export const factorCodeInput = z.object({ code });

/** `DELETE /auth/second-factor` and the form. */
export const factorOffInput = factorInput.extend({ code });

/** `POST /auth/register`; without a name, or with one of blanks, it is the e-mail's local part. */
export const registerInput = z.object({
  email,
  password,
  name: storableText(0, MAX_NAME, NAME_SHORT)
    .transform((text) => (isBlank(text) ? undefined : text))
    .pipe(personName.optional())
    .optional(),
});
export type RegisterInput = z.infer<typeof registerInput>;

export const PASSWORDS_DIFFER = "Passwords don't match";
const same = (value: { password: string; confirmPassword: string }) => value.password === value.confirmPassword;
const differ = { path: ["confirmPassword"], message: PASSWORDS_DIFFER };

/** The register form: the name is always sent. */
export const registerForm = z
  .object({ name: personName, email, password, confirmPassword: z.string() })
  .refine(same, differ);

export const nameForm = z.object({ name: personName });
export const passwordForm = z
  .object({
    currentPassword: z.string().min(1, "Please enter your current password").max(MAX_PASSWORD),
    password,
    confirmPassword: z.string(),
  })
  .refine(same, differ);
export const resetForm = z.object({ password, confirmPassword: z.string() }).refine(same, differ);

/** The reset form with the secret of its link. */
export const resetLinkForm = resetForm.safeExtend({ token: z.string().max(100) });

/** `POST /auth/forgot` and the form. */
export const forgotInput = z.object({ email });

/** `POST /auth/reset`. */
export const resetInput = z.object({ token: z.string().min(1).max(100), password });

/** Deletion asks for the password and for a tick. */
export const deleteAccountForm = z.object({
  password: z.string().min(1, "Please enter your password").max(MAX_PASSWORD),
  confirm: z.literal("yes", "Please tick the box to continue"),
});

/** Which of the own sessions to end. */
export const sessionForm = z.object({ sessionId: formId });

/** The customer list of the admin area in its address, with a search by name or e-mail: unknown values fall back to the default. */
export const customersPageQuery = z.object({
  search: storableText(0, MAX_SEARCH).catch(""),
  page: pageNumber,
});
