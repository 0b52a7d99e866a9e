import { assertShopper } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { readCartState } from "@/lib/cart/queries";
import { responseOrProblem } from "@/lib/http/problem";

/** The cart for the shop's own pages: for the drawer, and after a change in another tab. Other clients use GET /api/cart. */
export const GET = (request: Request) =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    assertShopper(actor);
    const state = await readCartState(actor);
    return Response.json(state, { headers: { "cache-control": "no-store" } });
  });
