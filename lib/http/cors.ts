import { env } from "@/lib/env";

/** Lets pages of the listed origins read the response, never with cookies. */
export function allowCors(asked: Headers, headers: Headers): void {
  if (env.CORS_ORIGINS.length === 0) return;
  headers.append("vary", "Origin");
  const origin = asked.get("origin");
  if (!origin || !env.CORS_ORIGINS.includes(origin)) return;
  headers.set("access-control-allow-origin", origin);
  headers.set(
    "access-control-expose-headers",
    "ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
  );
}

/** The answer to OPTIONS: what the path knows, and for a page of a listed origin what it may send. */
export function preflightHeaders(asked: Headers, allow: string[]): Headers {
  const headers = new Headers({ allow: allow.join(", "), "cache-control": "no-store" });
  const origin = asked.get("origin");
  if (origin && env.CORS_ORIGINS.includes(origin)) {
    headers.set("access-control-allow-methods", allow.join(", "));
    headers.set(
      "access-control-allow-headers",
      "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id",
    );
    headers.set("access-control-max-age", "600");
  }
  return headers;
}
