import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * Whether a page of this site sent the request: its Origin is APP_URL's, or its host is the Host asked for (the forwarded one
 * behind a trusted proxy) where that is another than APP_URL's, whose scheme is not known; without an Origin the browser must say
 * `Sec-Fetch-Site: same-origin`.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  const host = (env.TRUST_PROXY && headers.get("x-forwarded-host")) || headers.get("host");
  if (!URL.canParse(origin)) return false;
  const [from, ours] = [new URL(origin), new URL(env.APP_URL)];
  return from.host === ours.host ? from.origin === ours.origin : from.host === host;
}

/** Throws `forbidden` unless a page of this site sent the request: for every write that a cookie speaks for. */
export function assertSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new AppError("forbidden", "This request did not come from our own pages.");
}
