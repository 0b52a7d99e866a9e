import type { Noun, Permission, Role, StaffKind } from "@/db/constants/auth";
import { AppError } from "@/lib/errors";
import { permissionsOf } from "./permissions";

/** The address that the request came from, as limits count it (lib/http/limits.ts); absent for what no request asked for. */
type WithAddress = { address?: string };

/** `lacksFactor`: the shop requires a second factor, and this person, or who made the key, has none. */
type WithFactor = { lacksFactor?: boolean };

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
} & WithFactor;

/** Another program, by its API key. It has a row in `users` as people have, so that histories name it; it has no account. */
export type ApiKey = WithAddress &
  WithFactor & { kind: "key"; id: number; name: string; permissions: readonly Permission[] };

export type Actor = Visitor | User | ApiKey;
export type Customer = User & { role: "customer" };
/** Who works for the shop: one of its people or a program. */
export type Staff = (User & { role: "admin"; staff: StaffKind }) | ApiKey;
/** One of the shop's people. */
export type StaffMember = Exclude<Staff, ApiKey>;

/** What a permission includes: writing includes reading. */
type Included<P extends Permission> = P extends `${infer N extends Noun}:write` ? P | `${N}:read` : P;
declare const checked: unique symbol;
/**
 * Staff whose permissions have been checked. The mark exists for the compiler alone: operations (`by`), pages (`requireStaff`), `may` and
 * `assertMay` give it, and functions that only staff may call require it instead of checking again.
 */
export type May<P extends Permission> = Staff & { readonly [checked]: (permission: Included<P>) => void };
/** The same for one of several permissions. */
export type MayOne<P extends Permission> = P extends Permission ? May<P> : never;
/** The same for each permission of a list. A list whose members the compiler does not know gives no mark. */
export type MayAll<P> = P extends readonly [infer First extends Permission, ...infer More]
  ? MayOne<First> & MayAll<More>
  : unknown;
export type Needed = readonly [Permission, ...Permission[]];

/** Who may have a cart. */
export type Shopper = Visitor | Customer;

export const LOGIN_NEEDED = "Please login to continue.";

export const isStaffMember = (actor: Actor): actor is StaffMember => actor.kind === "user" && actor.role === "admin";

export const isCustomer = (actor: Actor): actor is Customer => actor.kind === "user" && actor.role === "customer";

export const isStaff = (actor: Actor): actor is Staff => actor.kind === "key" || isStaffMember(actor);

export const isShopper = (actor: Actor): actor is Shopper => !isStaff(actor);

/** Who somebody is in the log, such as customer:12: nothing that says who that is outside of the shop. */
export const actorName = (actor: Actor): string =>
  actor.kind === "visitor" ? "visitor" : `${actor.kind === "key" ? "key" : actor.role}:${actor.id}`;

/** What somebody may do in the admin area: nothing for visitors and customers, and for staff who lack the factor. */
export function permissionsOfActor(actor: Actor): readonly Permission[] {
  if (actor.kind !== "visitor" && actor.lacksFactor) return [];
  if (actor.kind === "key") return actor.permissions;
  return isStaffMember(actor) ? permissionsOf(actor.staff) : [];
}

/** Whether the actor may do this. */
export const may = <A extends Actor, P extends Permission>(actor: A, permission: P): actor is A & MayOne<P> =>
  permissionsOfActor(actor).includes(permission);

/** Throws `second_factor_required` for staff who must set up a second factor first, and for keys that such a person has made. */
export function assertFactor(actor: Actor): void {
  if (actor.kind !== "visitor" && actor.lacksFactor)
    throw new AppError("second_factor_required", "Please set up your second factor first.");
}

/** Throws `unauthorized` for visitors and `forbidden` for keys, also of staff who lack the factor: a key is nobody's account. */
export function assertSession(actor: Actor): asserts actor is User {
  if (actor.kind === "key") throw new AppError("forbidden", "An API key has no account.");
  if (actor.kind !== "user") throw new AppError("unauthorized", LOGIN_NEEDED);
}

/** Throws as `assertFactor` and `assertSession`. */
export function assertUser(actor: Actor): asserts actor is User {
  assertFactor(actor);
  assertSession(actor);
}

const staffOnly = () => new AppError("forbidden", "Access denied. Admin privileges required.");

/** Throws as `assertSession`, and `forbidden` for customers. For the set-up of a factor, which staff may do who lack it. */
export function assertStaffMember(actor: Actor): asserts actor is StaffMember {
  assertSession(actor);
  if (!isStaffMember(actor)) throw staffOnly();
}

/** Throws `unauthorized` for visitors, `forbidden` for customers, as `assertFactor`, and `permission` for staff and keys without it. */
export function assertMay<A extends Actor, P extends Permission>(actor: A, permission: P): A & MayOne<P> {
  if (actor.kind === "visitor") throw new AppError("unauthorized", LOGIN_NEEDED);
  if (actor.kind === "user" && actor.role !== "admin") throw staffOnly();
  assertFactor(actor);
  if (!may(actor, permission)) throw notPermitted(permission);
  return actor;
}

/** Throws as `assertMay`, and `permission` for keys: only a person who is signed in may do it. */
export function assertOwnSession(actor: Actor, permission: Permission): asserts actor is StaffMember {
  assertMay(actor, permission);
  if (actor.kind === "key") throw notPermitted(permission);
}

export const notPermitted = (permission: Permission) =>
  new AppError("permission", `This needs the permission ${permission}.`, { permission });

/** Throws `forbidden` for staff: they have no cart. */
export function assertShopper(actor: Actor): asserts actor is Shopper {
  if (!isShopper(actor)) throw new AppError("forbidden", "Admins have no cart.");
}

/** Throws `unauthorized` for visitors and `forbidden` for staff. */
export function assertCustomer(actor: Actor): asserts actor is Customer {
  assertUser(actor);
  assertShopper(actor);
}
