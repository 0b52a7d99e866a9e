import { assertSession } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { SOMEBODY_ELSE } from "@/lib/forms/made-for";
import { scopeOf } from "./idempotency";

/** The form was made for somebody else than who is signed in now. */
export class SomebodyElse extends Error {
  override message = SOMEBODY_ELSE;
}

/**
 * A form of a private page, and so its key, belongs to whom it was rendered for: an account, or a visitor's cart and then the account that
 * this cart joined at the sign-in. Without `madeFor` it belongs to everybody. Throws `SomebodyElse`; `unauthorized` when the account has
 * signed out and nobody is signed in.
 */
export function assertMadeFor(madeFor: unknown, { actor, joinedCart }: Caller): void {
  if (typeof madeFor !== "string" || madeFor === scopeOf(actor) || madeFor === joinedCart) return;
  if (actor.kind === "user") throw new SomebodyElse();
  if (madeFor.startsWith("user:")) assertSession(actor);
}
