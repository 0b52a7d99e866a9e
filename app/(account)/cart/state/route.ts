import { currentActor } from "@/lib/auth/request";
import { readCartState } from "@/lib/cart/queries";
import { problemResponse } from "@/lib/http/problem";

/** The cart for the pages' own code: the drawer, and a page whose cart changed in another tab. Other clients use GET /api/cart. */
export async function GET(): Promise<Response> {
  try {
    const state = await readCartState(await currentActor());
    return Response.json(state, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return problemResponse(error, crypto.randomUUID());
  }
}
