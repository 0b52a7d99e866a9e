/*
 * The settings that the process reads itself. `npm start` has checked them with the schema in lib/env.ts, which is not
 * loaded here: zod would add to the start's time and memory for a few plain texts.
 */

export const port = Number(process.env.PORT || 3000);
/** An address of this machine; undefined listens on all of them. */
export const host = process.env.HOST || undefined;
/** Whether a proxy of ours stands in front, whose X-Forwarded-For and X-Forwarded-Host can be believed. */
export const trustProxy = process.env.TRUST_PROXY === "on";
export const appUrl = process.env.APP_URL ?? "";
/** Origins whose pages may read the API's answers. */
export const corsOrigins = (process.env.CORS_ORIGINS ?? "")
  .split(",")
  .map((origin) => origin.trim().replace(/\/$/, ""))
  .filter(Boolean);
/** Who may read the metrics; undefined: nobody. */
export const metricsToken = process.env.METRICS_TOKEN || undefined;
