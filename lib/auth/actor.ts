import { AppError } from "@/lib/errors";
import type { Permission, Role, StaffKind } from "./constants";
import { permissionsOf } from "./permissions";

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
  /** What an admin is for the shop; null for customers. */
  staff: StaffKind | null;
  sessionId: number;
};

/** Another program, by its API key. It has a row in `users` as people have, so that histories name it; it has no account. */
export type ApiKey = WithAddress & { kind: "key"; id: number; name: string; permissions: readonly Permission[] };

export type Actor = Visitor | User | ApiKey;
export type Customer = User & { role: "customer" };
/** Who works for the shop: one of its people or a program. */
export type Staff = (User & { role: "admin"; staff: StaffKind }) | ApiKey;
/** One of the shop's people. */
export type StaffMember = Exclude<Staff, ApiKey>;
/** Who may have a cart. */
export type Shopper = Visitor | Customer;

const LOGIN_NEEDED = "Please login to continue.";

export const isStaffMember = (actor: Actor): actor is StaffMember => actor.kind === "user" && actor.role === "admin";

export const isCustomer = (actor: Actor): actor is Customer => actor.kind === "user" && actor.role === "customer";

export const isStaff = (actor: Actor): actor is Staff => actor.kind === "key" || isStaffMember(actor);

/** What somebody may do in the admin area: nothing for visitors and customers. */
export function permissionsOfActor(actor: Actor): readonly Permission[] {
  if (actor.kind === "key") return actor.permissions;
  return isStaffMember(actor) ? permissionsOf(actor.staff) : [];
}

/** Whether the actor may do this. */
export const may = (actor: Actor, permission: Permission): boolean => permissionsOfActor(actor).includes(permission);

/** Throws `unauthorized` for visitors and `forbidden` for keys: a key is nobody's account. */
export function assertUser(actor: Actor): asserts actor is User {
  if (actor.kind === "key") throw new AppError("forbidden", "An API key has no account.");
  if (actor.kind !== "user") throw new AppError("unauthorized", LOGIN_NEEDED);
}

/** Throws `unauthorized` for visitors, `forbidden` for customers, and `permission` for staff and keys without it. */
export function assertMay(actor: Actor, permission: Permission): asserts actor is Staff {
  if (actor.kind === "visitor") throw new AppError("unauthorized", LOGIN_NEEDED);
  if (actor.kind === "user" && actor.role !== "admin")
    throw new AppError("forbidden", "Access denied. Admin privileges required.");
  if (!may(actor, permission)) throw notPermitted(permission);
}

/** Throws as `assertMay`, and `permission` for keys: only a person who is signed in may do it. */
export function assertOwnSession(actor: Actor, permission: Permission): asserts actor is StaffMember {
  assertMay(actor, permission);
  if (actor.kind === "key") throw notPermitted(permission);
}

const notPermitted = (permission: Permission) =>
  new AppError("permission", `This needs the permission ${permission}.`, { permission });

/** Throws `forbidden` for staff: they have no cart. */
export function assertShopper(actor: Actor): asserts actor is Shopper {
  if (isStaff(actor)) throw new AppError("forbidden", "Admins have no cart.");
}

/** Throws `unauthorized` for visitors and `forbidden` for staff. */
export function assertCustomer(actor: Actor): asserts actor is Customer {
  assertUser(actor);
  assertShopper(actor);
}
