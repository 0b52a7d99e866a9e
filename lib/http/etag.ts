import { hash } from "node:crypto";
import fresh from "fresh";

/** The ETag of a JSON text. Weak: compressed on its way it is still the same. */
export const etagOf = (json: string | Buffer): string => `W/"${hash("sha1", json, "base64url")}"`;

/**
 * Whether the client already has the representation with this ETag, by the If-None-Match of its request. `etag` is empty for a response
 * without one, which is never fresh: `*` would match it otherwise, and the client would get no body. A `Cache-Control: no-cache` of the
 * request does not matter: it asks caches to validate, which this is.
 */
export const isFresh = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  etag !== "" && fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
