import { createHmac } from "node:crypto";
import type { Shopper } from "@/lib/auth/actor";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { env } from "@/lib/env";

/**
 * Whose cart it is, as the database stores it: a user's id or the SHA-256 hash of a visitor's cookie. Both are null for a visitor
 * without a cart.
 */
export type CartOwner = { userId: number | null; tokenHash: string | null };

export function ownerOf(actor: Shopper): CartOwner {
  return actor.kind === "user"
    ? { userId: actor.id, tokenHash: null }
    : { userId: null, tokenHash: actor.cartToken ? hashToken(actor.cartToken) : null };
}

/** The same for a change that may create the cart: a visitor without one gets a new token. */
export function ownerOrNew(actor: Shopper): CartOwner & { newToken: string | null } {
  const owner = ownerOf(actor);
  if (owner.userId !== null || owner.tokenHash !== null) return { ...owner, newToken: null };
  const token = newToken();
  return { userId: null, tokenHash: hashToken(token), newToken: token };
}

/**
 * What holds are counted by beside the account (./hold-limits.ts): a hash of the address, keyed with the secret that all
 * instances share, since whoever has the database could try all addresses of a plain one. Null when limits are off, and for
 * what no request asked for.
 */
export const addressHashOf = ({ address }: Pick<Shopper, "address">): string | null =>
  env.RATE_LIMIT && address !== undefined
    ? createHmac("sha256", env.AUTH_SECRET).update(`holds:${address}`).digest("base64url")
    : null;
