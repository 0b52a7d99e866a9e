import type { IncomingHttpHeaders } from "node:http";

/* How large the body of a request may be, for the server in front of Next.js, Next's own configuration and the endpoints. */

/** A JSON body of the API. */
export const JSON_BYTES = 100 * 1024;
/** A form with a picture, where pictures are taken. */
export const MULTIPART_BYTES = 6 * 1024 * 1024;
/** Every other body. */
export const BODY_BYTES = 1024 * 1024;

export const tooLargeText = (max: number): string => `The body is larger than ${Math.floor(max / 1024)} KB.`;

type Head = { method?: string; url?: string; headers: IncomingHttpHeaders };

/** Whether a request may carry a picture, judged by its headers alone. */
export function takesPicture({ method = "", url = "", headers }: Head): boolean {
  const path = url.split("?", 1)[0] ?? "";
  const isForm = /^\s*multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "");
  if (!isForm) return false;
  if (method === "POST") return /^\/(api\/sweets\/?|admin(\/.*)?)$/.test(path);
  return method === "PUT" && /^\/api\/sweets\/[^/]+\/?$/.test(path);
}

/** How large the body of a request may be in bytes, judged by its headers alone. */
export const bodyLimit = (head: Head): number => (takesPicture(head) ? MULTIPART_BYTES : BODY_BYTES);
