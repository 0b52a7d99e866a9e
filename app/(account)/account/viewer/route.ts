import { currentActor } from "@/lib/auth/request";
import { countItems } from "@/lib/cart/queries";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { responseOrProblem } from "@/lib/http/problem";

/** The current user, for the header of pages that are the same for everybody. Other clients use GET /api/auth/me. */
export const GET = (request: Request) =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    const viewer = viewerHint(actor, await countItems(actor));
    return Response.json(viewer, { headers: { "cache-control": "no-store" } });
  });
