import type { z } from "zod";
import type { Permission } from "@/db/constants/auth";
import { type LockKeys, noLocks, type Write } from "@/db/write-slots";
import type { Actor, Customer, May, MayOne, Shopper, StaffMember, User } from "@/lib/auth/actor";
import { isPermission } from "@/lib/auth/permissions";
import type { Caller, SessionKind } from "@/lib/auth/session";
import type { LimitName } from "./limits";

/*
 * An operation is what can be asked of the shop from outside. It is declared once, beside its noun (lib/<noun>/operations.ts), and served
 * by either edge or both: endpoint() for the API, action() for forms. pipeline.ts says in which order its parts are used.
 */

/**
 * Who may ask. `public`: the API looks nobody up. `person`: as `public`, but not an API key, which is nobody's account. `guest`: as `person`,
 * and a cart's cookie counts (login, register).
 * `anyone`: who is signed in counts as that person, a cart's cookie says nothing. `shopper`: visitors and customers.
 * `orderer`: customers, and at forms also visitors with a cart's cookie, whose orders belong to their browser.
 * `user`: anyone signed in. `session` and `staff-session`: anyone, or staff, who is signed in, also staff without the second factor that the
 * shop requires; all other guards refuse those. `buyer`: customers, and staff and keys with the permission `orders:write`, who sell over the counter.
 * A permission (lib/auth/permissions.ts): staff and keys that have it; of a list, one of them.
 */
export type Guard =
  | "public"
  | "person"
  | "guest"
  | "anyone"
  | "shopper"
  | "user"
  | "session"
  | "staff-session"
  | "customer"
  | "orderer"
  | "buyer"
  | Permission
  | readonly [Permission, Permission];

/** The permissions of which staff and keys need one; none for a guard that asks for no permission. */
export const permissionsOfGuard = (by: Guard): readonly Permission[] =>
  typeof by !== "string" ? by : by === "buyer" ? ["orders:write"] : isPermission(by) ? [by] : [];

export type ActorOf<G extends Guard> = G extends "customer"
  ? Customer
  : G extends "staff-session"
    ? StaffMember
    : G extends "buyer"
      ? Customer | May<"orders:write">
      : G extends Permission
        ? May<G>
        : G extends readonly Permission[]
          ? MayOne<G[number]>
          : G extends "user" | "session"
            ? User
            : G extends "shopper" | "orderer"
              ? Shopper
              : Actor;

/**
 * How often one address may ask. `all`: every request counts, before its input is read. `valid`: a request counts when its input is valid,
 * so that a typing error costs no try.
 */
export type Limit = { name: LimitName; counts: "all" | "valid" };
export const noLimit = null;

/** For an operation that is done as often as it is asked for, because once more changes nothing or is another one. */
export const noKey = null;

type Output<S extends z.ZodType> = S extends z.ZodUndefined ? unknown : z.output<S>;
/** Path parameters, query and body as one object. */
export type InputOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Output<P> & Output<Q> & Output<B>;

/** What the work of an operation gets. */
export type Context<By extends Actor = Actor, Input = unknown, Picture = unknown> = {
  actor: By;
  input: Input;
  /** What `picture` of the operation made of the picture that came with the request, if one did. */
  picture: Picture | null;
  caller: Caller;
  headers: Headers;
  /** The kind of session that a sign-in starts: a browser's by a form, a token by the API. */
  session: SessionKind;
  /** Runs a write in a write slot, or in the transaction that stores the response under a key; see `Write`. */
  write: Write;
  /** Of a read: aborted once its caller has got a 503 for its deadline. */
  signal?: AbortSignal;
};

type Declaration<
  G extends Guard,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Picture,
  Result,
  Input = InputOf<P, Q, B>,
> = {
  by: G;
  /** Throws when the actor may not do it to what the path names, before the body is read. */
  authorise?: (actor: ActorOf<G>, params: Output<P>) => void;
  limit: Limit | typeof noLimit;
  /** The sweets that the write locks, for its slot: `noLocks` and `anySweets` of db/write-slots.ts, or from the input. */
  locks: LockKeys | ((input: Input, caller: Caller) => LockKeys);
  /**
   * With a key (the header Idempotency-Key, the field `key` of a form) it is done once. The name says which submits of a form are the same:
   * those with this name and the same key, whatever else was typed. What the API is sent with a key must be the same each time.
   */
  once: string | ((input: Input) => string) | typeof noKey;
  /** Path parameters; one that does not parse is a 404. */
  params?: P;
  query?: Q;
  body?: B;
  /** Encodes a picture. This takes about a second, so it is done before the write takes its slot. */
  picture?: (image: Buffer, input: Input) => Promise<Picture>;
  run: (context: Context<ActorOf<G>, Input, Picture>) => Promise<Result>;
};

export type Operation<
  G extends Guard = Guard,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  Picture = unknown,
  Result = unknown,
> = Declaration<G, P, Q, B, Picture, Result> & { writes: boolean; finish?: Finish };
type Finish = (context: never, done: never, replayed: boolean) => Promise<unknown>;

/** What the edges can be given: an `Operation` of any types, which `Asked` finds. */
export type AnyOperation = { body?: z.ZodType; run: (context: never) => Promise<unknown> };
export type Asked<O extends AnyOperation> = O extends {
  run: (context: Context<infer By, infer Input, infer _Picture>) => Promise<infer Result>;
}
  ? { actor: By; input: Input; result: Result }
  : never;

/** Declares an operation that writes. Each guard must be named, also where there is none. */
export const operation = <
  G extends Guard,
  Result,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  Picture = never,
>(
  declaration: Declaration<G, P, Q, B, Picture, Result>,
): Operation<G, P, Q, B, Picture, Result> => ({ ...declaration, writes: true });

/**
 * Declares an operation in two steps. `run` only writes, and under a key its result is stored, so it must be JSON. `finish` is what follows
 * once that is committed, such as asking a payment gateway; its result is the answer. A request that comes again with its key (`replayed`)
 * does this alone, also after a failure; only a `ServiceAway` that undid all frees the key.
 */
export const operationInSteps = <
  G extends Guard,
  Done,
  Result,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>({
  finish,
  ...declaration
}: Declaration<G, P, Q, B, never, Done> & {
  finish: (context: Context<ActorOf<G>, InputOf<P, Q, B>>, done: Done, replayed: boolean) => Promise<Result>;
}) => ({ ...declaration, finish, writes: true }) as unknown as Operation<G, P, Q, B, never, Result>;

/** Declares an operation that only reads, and so locks nothing and may be repeated. */
export const read = <
  G extends Guard,
  Result,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  reading: Pick<Declaration<G, P, Q, B, never, Result>, "by" | "authorise" | "params" | "query" | "body"> & {
    limit?: Limit;
    run: (context: Omit<Context<ActorOf<G>, InputOf<P, Q, B>>, "write" | "picture">) => Promise<Result>;
  },
): Operation<G, P, Q, B, never, Result> => ({ limit: noLimit, locks: noLocks, once: noKey, ...reading, writes: false });
