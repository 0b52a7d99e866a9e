import { randomUUID } from "node:crypto";
import { type Admin, assertAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { logFault } from "@/lib/http/log";
import { problemResponse, toAppError } from "@/lib/http/problem";

/** Data of the admin area over HTTP (downloads, polling): the admin's answer, or 401 and 403 as the API gives them. */
export async function adminResponse(request: Request, answer: (admin: Admin) => Promise<Response>): Promise<Response> {
  const requestId = request.headers.get("x-request-id") ?? randomUUID();
  try {
    const actor = await currentActor();
    assertAdmin(actor);
    return await answer(actor);
  } catch (error) {
    if (!toAppError(error)) logFault(error, requestId, `${request.method} ${new URL(request.url).pathname}`);
    return problemResponse(error, requestId);
  }
}
