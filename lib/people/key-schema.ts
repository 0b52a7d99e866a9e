import { z } from "zod";
import { type Noun, nouns, type Permission } from "@/db/constants/auth";
import { MAX_NAME } from "@/db/constants/text";
import { grantable, permissions } from "@/lib/auth/permissions";
import { instantInIndia } from "@/lib/date-time-fields";
import { boundedText, day } from "@/lib/text";

/** The nouns of which a key can be given something, with whether it can be given write too. */
export const keyNouns: readonly Noun[] = nouns.filter((noun) => grantable([`${noun}:read`]).length > 0);
export const canKeyWrite = (noun: Noun): boolean => grantable([`${noun}:write`]).length > 0;

const permission = z.enum(permissions as readonly [Permission, ...Permission[]], "There is no such permission");

/** `POST /admin/keys` and the form. */
export const keyInput = z.object({
  name: boundedText(2, MAX_NAME, "Name must be at least 2 characters"),
  permissions: z
    .array(permission)
    .min(1, "Please choose what the key may do")
    .max(permissions.length)
    .transform((all) => [...new Set(all)]),
  expiresAt: z.iso
    .datetime({ offset: true, error: "Please enter a date and time" })
    .transform((text) => new Date(text).toISOString())
    .refine((text) => Date.parse(text) > Date.now(), "Please choose a time to come")
    .nullable()
    .default(null),
});
export type KeyInput = z.infer<typeof keyInput>;

/** The form: a select for each noun that a key can be given, and the last day on which the key works, in India. */
export const keyForm = z
  .object({
    name: keyInput.shape.name,
    expiresAt: z.union([z.literal("").transform(() => null), day], "Please enter a date"),
    ...Object.fromEntries(
      keyNouns.map((noun) => [`may.${noun}`, z.enum(["", "read", "write"], "Please choose from the list")]),
    ),
  })
  .transform(({ name, expiresAt: lastDay, ...fields }) => ({
    name,
    permissions: keyNouns.flatMap((noun): Permission[] => {
      const right = (fields as Record<string, string>)[`may.${noun}`];
      return right === "read" || right === "write" ? [`${noun}:${right}`] : [];
    }),
    expiresAt: lastDay === null ? null : instantInIndia(`${lastDay}T23:59`),
  }))
  .pipe(keyInput.extend({ expiresAt: keyInput.shape.expiresAt.unwrap() }));
