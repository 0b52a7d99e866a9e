import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null);

/**
 * Whether a page of this site sent the request: its Origin's host is the Host asked for (the forwarded one behind a trusted
 * proxy) or APP_URL's; without an Origin the browser must say `Sec-Fetch-Site: same-origin`.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  const host = (env.TRUST_PROXY && headers.get("x-forwarded-host")) || headers.get("host");
  const from = hostOf(origin);
  return from !== null && (from === host || from === hostOf(env.APP_URL));
}

/** Throws `forbidden` unless a page of this site sent the request: for every write that a cookie speaks for. */
export function needSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new AppError("forbidden", "This request did not come from our own pages.");
}
