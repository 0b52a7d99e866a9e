import type { z } from "zod";
import { assertMay, type May } from "@/lib/auth/actor";
import type { Permission } from "@/lib/auth/constants";
import { currentActor } from "@/lib/auth/request";
import { parseQuery } from "@/lib/http/body";
import { responseOrProblem } from "@/lib/http/problem";

/**
 * Responds to a request for data of the admin area (downloads, polling) by somebody who has these permissions. Errors are problems, as in the
 * API: 401 and 403 too.
 */
export const adminResponse = <P extends Permission>(
  request: Request,
  needed: readonly P[],
  respond: (admin: May<P>) => Promise<Response>,
): Promise<Response> =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    for (const permission of needed) assertMay(actor, permission);
    return respond(actor as May<P>);
  });

/** A GET of such data, whose query `schema` parses. */
export const adminGet =
  <P extends Permission, S extends z.ZodType>(
    needed: readonly P[],
    schema: S,
    respond: (admin: May<P>, query: z.output<S>) => Promise<Response>,
  ) =>
  (request: Request): Promise<Response> =>
    adminResponse(request, needed, async (admin) =>
      respond(admin, parseQuery(schema, new URL(request.url).searchParams)),
    );
