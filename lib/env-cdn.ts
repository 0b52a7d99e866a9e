import { z } from "zod";

const isPurgeAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@]+(\/[^#@]*)?$/i.test(text);

/** The settings of a CDN that is purged (lib/env.ts). */
export const cdnFields = {
  CDN_PURGE: z
    .enum(
      ["cloudflare", "fastly", "varnish"],
      "is not a kind of purge; accepted: cloudflare, fastly or varnish, or unset",
    )
    .optional(),
  CDN_PURGE_URL: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .refine(
      (urls) => urls.length <= 10 && urls.every(isPurgeAddress),
      "is not an address to purge at; accepted: http(s) addresses without a user, up to 10, separated by commas",
    )
    .optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "is not a token; accepted: letters, digits and signs of ASCII without spaces")
    .optional(),
};
