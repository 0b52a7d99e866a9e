import { z } from "zod";
import { isOrigin, onOff } from "./env-formats";

/** The settings of S3-compatible storage (lib/env.ts). */
export const s3Fields = {
  S3_ENDPOINT: z
    .string()
    .trim()
    .transform((text) => text.replace(/\/$/, ""))
    .refine(
      isOrigin,
      "is not the address of a storage; accepted: scheme, host and port alone, such as https://s3.eu-central-1.amazonaws.com, or unset for the folder",
    )
    .optional(),
  S3_BUCKET: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,62}$/, "is not a bucket; accepted: its name alone, such as mithaas-pictures")
    .optional(),
  S3_REGION: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, "is not a region; accepted: the name that the storage uses, such as eu-central-1")
    .default("us-east-1"),
  S3_ACCESS_KEY_ID: z
    .string()
    .trim()
    .regex(/^[!-+\--~]{1,128}$/, "is not a key; accepted: up to 128 characters without spaces and commas")
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .trim()
    .regex(/^[!-~]{1,256}$/, "is not a key; accepted: up to 256 characters without spaces")
    .optional(),
  S3_PREFIX: z
    .string()
    .trim()
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+$/,
      "is not a prefix; accepted: one that ends with a slash, such as shop/, or unset",
    )
    .max(200, "is too long; accepted: up to 200 characters")
    .optional(),
  S3_VIRTUAL_HOST: onOff("off"),
};

/** Pictures are in this storage when all of them are set. */
export const S3_NAMES = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
