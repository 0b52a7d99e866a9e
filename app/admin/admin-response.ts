import { randomUUID } from "node:crypto";
import { type Admin, assertAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { logFault } from "@/lib/http/log";
import { problemResponse, toAppError } from "@/lib/http/problem";

/** Responds to a request for data of the admin area (downloads, polling). Errors are problems, as in the API: 401 and 403 too. */
export async function adminResponse(request: Request, respond: (admin: Admin) => Promise<Response>): Promise<Response> {
  const requestId = request.headers.get("x-request-id") ?? randomUUID();
  try {
    const actor = await currentActor();
    assertAdmin(actor);
    return await respond(actor);
  } catch (error) {
    if (!toAppError(error)) logFault(error, requestId, `${request.method} ${new URL(request.url).pathname}`);
    return problemResponse(error, requestId);
  }
}
