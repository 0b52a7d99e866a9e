import { AppError } from "@/lib/errors";
import type { Role } from "./constants";

/** The address that the request came from, as limits count it (lib/http/limits.ts); absent for what no request asked for. */
type WithAddress = { address?: string };

/** Someone without an account. `cartToken` is the cart's cookie, when there is one. */
export type Visitor = WithAddress & { kind: "visitor"; cartToken: string | null };

/** Someone signed in, by cookie or by bearer token. */
export type User = WithAddress & {
  kind: "user";
  id: number;
  name: string;
  email: string;
  role: Role;
  sessionId: number;
};

export type Actor = Visitor | User;
export type Customer = User & { role: "customer" };
export type Admin = User & { role: "admin" };
/** Who may have a cart. */
export type Shopper = Visitor | Customer;

const LOGIN_NEEDED = "Please login to continue.";

export const isAdmin = (actor: Actor): actor is Admin => actor.kind === "user" && actor.role === "admin";

/** Throws `unauthorized` for visitors. */
export function assertUser(actor: Actor): asserts actor is User {
  if (actor.kind !== "user") throw new AppError("unauthorized", LOGIN_NEEDED);
}

/** Throws `unauthorized` for visitors and `forbidden` for customers. */
export function assertAdmin(actor: Actor): asserts actor is Admin {
  assertUser(actor);
  if (actor.role !== "admin") throw new AppError("forbidden", "Access denied. Admin privileges required.");
}

/** Throws `forbidden` for admins: they have no cart. */
export function assertShopper(actor: Actor): asserts actor is Shopper {
  if (isAdmin(actor)) throw new AppError("forbidden", "Admins have no cart.");
}

/** Throws `unauthorized` for visitors and `forbidden` for admins. */
export function assertCustomer(actor: Actor): asserts actor is Customer {
  assertUser(actor);
  assertShopper(actor);
}
