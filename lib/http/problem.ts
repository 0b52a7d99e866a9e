import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { AppError, constraintOf, faultCode, isDatabaseUnavailable } from "@/lib/errors";
import { noteRequest } from "@/lib/request-facts";
import { logFault, requestIdOf } from "./log";
import { type HttpResponse, toResponse } from "./request-response";
import type { problemSchema } from "./responses";

/** An error as every client gets it: RFC 9457, with `message` beside, which repeats `detail`. */
export type Problem = z.infer<typeof problemSchema>;

// RFC 9110 has renamed two, which Node.js has under their names from before.
const titles: typeof STATUS_CODES = { ...STATUS_CODES, 413: "Content Too Large", 422: "Unprocessable Content" };

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

/** Notes for the line of a request why it failed, and below that why the database was unavailable, for instance. */
export function noteFailure(error: unknown): void {
  const outcome = toAppError(error)?.code ?? "internal";
  const cause = faultCode(error);
  noteRequest({ outcome, cause: cause === outcome ? undefined : cause });
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

const problemResponse = (error: unknown, requestId: string): Response =>
  toResponse(problemHttpResponse(error, requestId));

/** For `catch` of a route that is not of the API: the response for an expected failure. Any other failure goes on. */
export function problemIfExpected(error: unknown): Response {
  if (error instanceof AppError) return problemResponse(error, randomUUID());
  throw error;
}

/** The response of such a route to a request, or the problem for whatever it failed with. */
export async function responseOrProblem(request: Request, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    const requestId = requestIdOf(request.headers.get("x-request-id"));
    if (!toAppError(error)) logFault(error, requestId, `${request.method} ${new URL(request.url).pathname}`);
    return problemResponse(error, requestId);
  }
}
