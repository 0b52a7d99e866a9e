import { type Admin, assertAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { responseOrProblem } from "@/lib/http/problem";

/** Responds to a request for data of the admin area (downloads, polling). Errors are problems, as in the API: 401 and 403 too. */
export const adminResponse = (request: Request, respond: (admin: Admin) => Promise<Response>): Promise<Response> =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    assertAdmin(actor);
    return respond(actor);
  });
