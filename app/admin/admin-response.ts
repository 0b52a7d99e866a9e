import type { z } from "zod";
import { type Admin, assertAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { parseQuery } from "@/lib/http/body";
import { responseOrProblem } from "@/lib/http/problem";

/** Responds to a request for data of the admin area (downloads, polling). Errors are problems, as in the API: 401 and 403 too. */
export const adminResponse = (request: Request, respond: (admin: Admin) => Promise<Response>): Promise<Response> =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    assertAdmin(actor);
    return respond(actor);
  });

/** A GET of such data, whose query `schema` parses. */
export const adminGet =
  <S extends z.ZodType>(schema: S, respond: (admin: Admin, query: z.output<S>) => Promise<Response>) =>
  (request: Request): Promise<Response> =>
    adminResponse(request, async (admin) => respond(admin, parseQuery(schema, new URL(request.url).searchParams)));
