import type { z } from "zod";
import { assertMay, type MayAll, type Needed, type Staff } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { parseQuery } from "@/lib/http/body";
import { responseOrProblem } from "@/lib/http/problem";

/**
 * Responds to a request for data of the admin area (downloads, polling) by somebody who has these permissions. Errors are problems, as in the
 * API: 401 and 403 too.
 */
export const adminResponse = <P extends Needed>(
  request: Request,
  needed: P,
  respond: (admin: Staff & MayAll<P>) => Promise<Response>,
): Promise<Response> =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    for (const permission of needed) assertMay(actor, permission);
    return respond(actor as Staff & MayAll<P>);
  });

/** A GET of such data, whose query `schema` parses. */
export const adminGet =
  <P extends Needed, S extends z.ZodType>(
    needed: P,
    schema: S,
    respond: (admin: Staff & MayAll<P>, query: z.output<S>) => Promise<Response>,
  ) =>
  (request: Request): Promise<Response> =>
    adminResponse(request, needed, async (admin) =>
      respond(admin, parseQuery(schema, new URL(request.url).searchParams)),
    );
