import { createHash, randomBytes } from "node:crypto";
import type { Owner } from "@/lib/order-access";
import type { Shopper } from "./actor";

/** An opaque secret of 256 random bits. */
export const newToken = () => randomBytes(32).toString("base64url");

/** What the database stores of a token: nobody can sign in with a leaked hash. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** A shopper as the database knows the owner of a cart or an order. */
export const ownerOf = (actor: Shopper): Owner =>
  actor.kind === "user"
    ? { userId: actor.id, tokenHash: null }
    : { userId: null, tokenHash: actor.cartToken ? hashToken(actor.cartToken) : null };
