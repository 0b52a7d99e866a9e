import type { z } from "zod";
import { AppError, constraintOf, faultCode, isDatabaseUnavailable } from "@/lib/errors";
import { type HttpResponse, toResponse } from "./request-response";
import type { problemSchema } from "./responses";

/** An error as every client gets it: RFC 9457, with `message` beside, which repeats `detail`. */
export type Problem = z.infer<typeof problemSchema>;

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
  507: "Insufficient Storage",
};

/** Any failure as an expected one: an unavailable database is 503, and any other unexpected error is null. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error))
    return new AppError("service_unavailable", "The shop cannot be reached right now. Please try again in a moment.", {
      retryAfter: 2,
    });
  // A reference to a user that does not exist: the account was deleted while this request was running.
  if (faultCode(error) === "23503" && /users_id_fk/.test(constraintOf(error) ?? ""))
    return new AppError("unauthorized", "Please login to continue.");
  if (faultCode(error) === "ENOSPC" || faultCode(error) === "53100")
    return new AppError("storage_full", "There is no space left to store this.");
  return null;
}

/** The response for a failure. Nothing of an unexpected one leaves the server. */
export function problemHttpResponse(error: unknown, requestId: string, withoutBody = false): HttpResponse {
  const known = toAppError(error);
  const status = known?.status ?? 500;
  const message = known?.message ?? "An unexpected error occurred";
  const { retryAfter, allow, ...extra } = known?.extra ?? {};
  const problem: Problem = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    detail: message,
    message,
    code: known?.code ?? "internal",
    ...extra,
    requestId,
  };
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (status === 401) headers.set("www-authenticate", "Bearer");
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  if (allow) headers.set("allow", allow.join(", "));
  return { status, headers, body: withoutBody ? null : JSON.stringify(problem) };
}

/** The same for a route that is not of the API. */
export const problemResponse = (error: unknown, requestId: string): Response =>
  toResponse(problemHttpResponse(error, requestId));
