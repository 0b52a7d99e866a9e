import { isIP } from "node:net";
import { z } from "zod";
import { isBuildPhase } from "./build-phase";
import { database, isEncryptionKey, isMailServer, isOrigin, onOff, origin, parseSender } from "./env-formats";

/**
 * The shop's settings, read from the environment in one place and checked by one schema.
 * `parseEnv` is for the start, which prints its lines; `env` is for the running shop, whose environment the start has checked.
 */

/** What most values are: a text without the blanks around it. */
const trimmed = z.string().trim();

/** The documented address of the payment gateway. */
const RAZORPAY = "https://api.razorpay.com";
const razorpayKey = trimmed
  .regex(/^[!-9;-~]{1,200}$/, "is not a key; accepted: up to 200 characters without spaces and colons")
  .optional();

const schema = z.object({
  DATABASE_URL: database("unset for the embedded server"),
  DATABASE_DIRECT_URL: database("unset when DATABASE_URL has no pooler before it"),
  AUTH_SECRET: z
    .string()
    .min(32, "is too short; accepted: 32 characters or more, such as the output of openssl rand -base64 32")
    .optional(),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z
    .string()
    .refine(
      isEncryptionKey,
      "is not a key; accepted: base64 of 32 random bytes, or unset to derive it from AUTH_SECRET",
    )
    .optional(),
  APP_URL: origin.optional(),
  PORT: trimmed
    .regex(/^\d{1,5}$/, "is not a port; accepted: a whole number from 1 to 65535")
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, "is not a port; accepted: a whole number from 1 to 65535")
    .default(3000),
  HOST: trimmed
    .refine(
      (host) => isIP(host) > 0 || host === "localhost",
      "is not an address; accepted: an IP address of this machine such as 127.0.0.1 or 192.0.2.10, localhost, or 0.0.0.0 for all of them",
    )
    .optional(),
  DATA_DIR: z
    .string()
    .refine((path) => !path.includes("\0"), "is not a path; accepted: a folder that this user can write to")
    .default(".data"),
  ADMIN_EMAIL: trimmed
    .max(254, "is too long; accepted: an e-mail address of up to 254 characters")
    .pipe(z.email("is not an e-mail address; accepted: an address such as owner@shop.example"))
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, "is too short; accepted: 6 to 200 characters")
    .max(200, "is too long; accepted: 6 to 200 characters")
    .optional(),
  RESERVATION_MINUTES: trimmed
    .regex(
      /^(\d+\.?\d*|\.\d+)$/,
      "is not a number of minutes; accepted: a number above 0 and up to 43200, such as 15 or 0.5",
    )
    .transform(Number)
    .refine(
      (minutes) => minutes > 0 && minutes <= 43_200,
      "is out of range; accepted: a number above 0 and up to 43200 (30 days, the life of a cart)",
    )
    .default(15),
  RATE_LIMIT: onOff("on"),
  SEED: onOff("on"),
  CORS_ORIGINS: z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin))
    .default([]),
  TRUST_PROXY: onOff("off"),
  SMTP_URL: trimmed
    .refine(
      isMailServer,
      "is not a mail server; accepted: smtp://user:password@host:587, smtps:// for TLS from the start, special characters of the password as %xx, or unset to send no mail",
    )
    .optional(),
  MAIL_FROM: trimmed
    .refine(
      (text) => parseSender(text) !== null,
      "is not a sender; accepted: an e-mail address, or a name and an address such as Mithaas <orders@shop.example>",
    )
    .optional(),
  S3_ENDPOINT: trimmed
    .transform((text) => text.replace(/\/$/, ""))
    .refine(
      isOrigin,
      "is not the address of a storage; accepted: scheme, host and port alone, such as https://s3.eu-central-1.amazonaws.com, or unset for the folder",
    )
    .optional(),
  S3_BUCKET: trimmed
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,62}$/, "is not a bucket; accepted: its name alone, such as mithaas-pictures")
    .optional(),
  S3_REGION: trimmed
    .regex(/^[A-Za-z0-9_-]{1,64}$/, "is not a region; accepted: the name that the storage uses, such as eu-central-1")
    .default("us-east-1"),
  S3_ACCESS_KEY_ID: trimmed
    .regex(/^[!-+\--~]{1,128}$/, "is not a key; accepted: up to 128 characters without spaces and commas")
    .optional(),
  S3_SECRET_ACCESS_KEY: trimmed
    .regex(/^[!-~]{1,256}$/, "is not a key; accepted: up to 256 characters without spaces")
    .optional(),
  S3_PREFIX: trimmed
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+$/,
      "is not a prefix; accepted: one that ends with a slash, such as shop/, or unset",
    )
    .max(200, "is too long; accepted: up to 200 characters")
    .optional(),
  S3_VIRTUAL_HOST: onOff("off"),
  RAZORPAY_KEY_ID: razorpayKey,
  RAZORPAY_KEY_SECRET: razorpayKey,
  RAZORPAY_WEBHOOK_SECRET: razorpayKey,
  RAZORPAY_API: origin.default(RAZORPAY),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,200}$/,
      "is not a token; accepted: 16 to 200 letters, digits and signs without spaces, or unset",
    )
    .optional(),
  WEBHOOK_PRIVATE: onOff("off"),
  SHOP_CLOCK: z.iso
    .datetime({
      offset: true,
      error: "is not an instant; accepted: ISO 8601 such as 2026-11-30T18:00:00Z, or unset for the real time",
    })
    .optional(),
});

/** Pictures are in S3-compatible storage when all of them are set. */
const S3_NAMES = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
/** Customers can pay online when all of them are set. */
const RAZORPAY_NAMES = ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"];

const SECRET = new Set([
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "AUTH_SECRET",
  "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "RAZORPAY_KEY_SECRET",
  "RAZORPAY_WEBHOOK_SECRET",
  "METRICS_TOKEN",
]);

/** The names of every variable that the shop reads, in the order of `.env.example`. */
export const ENV_NAMES = Object.keys(schema.shape) as (keyof Environment)[];

/** Checked settings. `APP_URL` is always set; `DATABASE_URL` and `AUTH_SECRET` are unset only before the embedded server gave them. */
export type Environment = z.output<typeof schema> & { APP_URL: string };

export type ParsedEnv = { ok: true; settings: Environment } | { ok: false; lines: string[] };

/**
 * Checks an environment. An empty value counts as unset. On failure `lines` has one line for each wrong variable:
 * its name, what is wrong and what is accepted; values of secrets are never in it.
 * @param serving false for commands that only touch the database and therefore need no `AUTH_SECRET`
 */
export function parseEnv(source: Record<string, string | undefined>, serving = true): ParsedEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([name, value]) => name in schema.shape && value));
  const result = schema.safeParse(given);
  const lines = new Map<string, string>();
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0]);
    const shown = SECRET.has(name) ? "the value" : JSON.stringify(given[name]);
    if (!lines.has(name)) lines.set(name, `${name}: ${shown} ${issue.message}`);
  }
  for (const names of [["ADMIN_EMAIL", "ADMIN_PASSWORD"], ["SMTP_URL", "MAIL_FROM"], S3_NAMES, RAZORPAY_NAMES]) {
    const set = names.find((name) => given[name]);
    const accepted = { 2: "both of them, or neither", 3: "all three, or none" }[names.length] ?? "all four, or none";
    for (const name of names)
      if (set && !given[name]) lines.set(name, `${name}: is missing while ${set} is set; accepted: ${accepted}`);
  }
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    lines.set(
      "DATABASE_URL",
      "DATABASE_URL: is missing while DATABASE_DIRECT_URL is set; accepted: the pooler's address, or neither",
    );
  if (serving && given.DATABASE_URL && !given.AUTH_SECRET)
    lines.set("AUTH_SECRET", "AUTH_SECRET: is missing; with DATABASE_URL it is required: 32 characters or more");
  if (given.SHOP_CLOCK && given.APP_URL?.trim().toLowerCase().startsWith("https:"))
    lines.set("SHOP_CLOCK", "SHOP_CLOCK: is for tests and refused while APP_URL is https; accepted: unset");
  if (result.data?.WEBHOOK_PRIVATE && given.APP_URL?.trim().toLowerCase().startsWith("https:"))
    lines.set("WEBHOOK_PRIVATE", "WEBHOOK_PRIVATE: is for tests and refused while APP_URL is https; accepted: off");
  if (result.data && result.data.RAZORPAY_API !== RAZORPAY && given.APP_URL?.trim().toLowerCase().startsWith("https:"))
    lines.set("RAZORPAY_API", "RAZORPAY_API: is for tests and refused while APP_URL is https; accepted: unset");
  if (!result.success || lines.size > 0) return { ok: false, lines: [...lines.values()] };
  const settings = result.data;
  // Whoever reaches the shop past its proxy could name any address as his own.
  if (settings.TRUST_PROXY) settings.HOST ??= "127.0.0.1";
  return {
    ok: true,
    settings: { ...settings, APP_URL: settings.APP_URL ?? `http://${nameOf(settings.HOST)}:${settings.PORT}` },
  };
}

/** Settings as environment variables again: what the start hands to the processes it starts. */
export function toEnvironment(settings: Environment): Record<string, string> {
  const text = (value: Environment[keyof Environment]) =>
    typeof value === "boolean" ? (value ? "on" : "off") : Array.isArray(value) ? value.join(",") : String(value);
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, text(value)]),
  );
}

/** The name under which a browser on this machine reaches a server that listens on `host`. */
const nameOf = (host: string | undefined) => {
  if (host === undefined || ["localhost", "127.0.0.1", "::1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return isIP(host) === 6 ? `[${host}]` : host;
};

/**
 * The settings while the shop is built, whatever the environment or an .env file says: one build runs anywhere. A page that reads the
 * database while it is built fails the build, with this host name in the message.
 */
const BUILD_ENVIRONMENT = {
  DATABASE_URL: "postgres://the-build-has-no-database.invalid/mithaas",
  AUTH_SECRET: "the build signs nothing with this text",
};

type RunningSettings = Environment & { DATABASE_URL: string; AUTH_SECRET: string };
let parsed: Environment | undefined;

/** The running shop's settings, parsed on first use. Throws with the lines of `parseEnv` when one is wrong or a needed one is unset. */
export const env: Readonly<RunningSettings> = new Proxy({} as RunningSettings, {
  get(_target, name: keyof RunningSettings) {
    if (!parsed) {
      const result = parseEnv(isBuildPhase() ? BUILD_ENVIRONMENT : process.env, false);
      if (!result.ok) throw new Error(result.lines.join("\n"));
      parsed = result.settings;
    }
    if (parsed[name] === undefined && (name === "DATABASE_URL" || name === "AUTH_SECRET"))
      throw new Error(`${name} is not set: npm start sets it for the shop that it serves`);
    return parsed[name];
  },
});
