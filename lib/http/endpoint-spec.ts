import type { z } from "zod";
import type { LockKeys, Write } from "@/db/write-slots";
import type { Actor, Admin, Customer, Shopper, User } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import type { Derived } from "@/lib/images/pipeline";
import type { LimitName } from "./limits";
import type { HttpRequest } from "./request-response";

/**
 * Who may call. `public`: nobody is looked up. `guest`: nobody is looked up, a cart's cookie counts (login, register).
 * `anyone`: who is signed in counts as that person, a cart's cookie says nothing. `shopper`: visitors and customers.
 * `user`: anyone signed in.
 */
export type Guard = "public" | "guest" | "anyone" | "shopper" | "user" | "customer" | "admin";

type ActorOf<G extends Guard> = G extends "customer"
  ? Customer
  : G extends "admin"
    ? Admin
    : G extends "user"
      ? User
      : G extends "shopper"
        ? Shopper
        : Actor;

export const tags = {
  Sweets: "The catalogue: browse and search, edit (admins), sell and restock over the counter.",
  Cart: "A visitor's or customer's cart. Units in it are held for them for a while.",
  Orders: "A customer's own orders.",
  Shop: "Facts of the shop.",
  Account: "Sign up, sign in, sign out.",
  Enquiries: "Messages to the shop.",
  Admin: "For the shop's staff: statistics, reports and every order.",
  Service: "Whether the shop is up, and this document.",
} as const;

/** What an endpoint takes and gives: it checks requests, and the OpenAPI document is made from it. */
export type Spec<
  G extends Guard = Guard,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = {
  /** `operationId` of the document. */
  id: string;
  tag: keyof typeof tags;
  /** One line for the document, and more where a line is not enough. */
  summary: string;
  description?: string;
  actor: G;
  /** Path parameters; one that does not parse is a 404. */
  params?: P;
  query?: Q;
  body?: B;
  /** A body that works, for the document. */
  example?: unknown;
  /** Makes fields of a multipart body into what `body` takes; a picture (field `image`) comes beside. */
  multipart?: (fields: Record<string, string>) => unknown;
  /** Encodes the picture. This takes about a second, so it is done before the write takes its slot. */
  picture?: (image: Buffer, params: z.output<P>) => Promise<Derived>;
  limit?: LimitName;
  /** A request counts against its limit when it could be read: a typing error costs no try. */
  countsValid?: boolean;
  /** The sweets that a write locks, for its slot (db/write-slots.ts). */
  locks?: "some" | ((input: { params: z.output<P>; body: z.output<B>; caller: Caller }) => LockKeys);
  idempotent?: boolean;
  /** Answers carry an ETag and `If-None-Match` is honoured. */
  etag?: boolean;
  /** Status of a success; 200 when absent. */
  status?: number;
  /** A success names what was made in `Location`. */
  location?: boolean;
  /** A list that was cut names where it goes on in `Link`. */
  continues?: boolean;
  /** What a success answers. */
  answer: A;
  /** The type of a success that is no JSON: a `FileResponse`. */
  media?: string;
  /** A further status of the same shape, and when it comes. */
  also?: Record<number, string>;
  /** Expected failures beside those that follow from the rest, each with when it comes. */
  errors?: Partial<Record<409 | 413 | 415 | 422 | 404 | 401 | 429 | 507, string>>;
};

export type Context<
  G extends Guard = Guard,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> = {
  actor: ActorOf<G>;
  caller: Caller;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** The picture of a multipart body, as `Spec.picture` made it. */
  picture: Derived | null;
  request: HttpRequest;
  /** Runs a write in a write slot, or in the transaction that stores the response under an Idempotency-Key; see `Write`. */
  write: Write;
};

/** A success with more than a body. */
export class ApiResponse<T = unknown> {
  constructor(
    readonly body: T,
    readonly extra: {
      location?: string;
      cookies?: string[];
      status?: number;
      retryAfter?: number;
      /** Where a list that was cut goes on. */
      next?: string;
    } = {},
  ) {}
}

/** A success that is a file, which a browser shows. For operations with `Spec.media`. */
export class FileResponse {
  constructor(
    readonly bytes: Buffer<ArrayBuffer>,
    readonly filename: string,
  ) {}
}

export type Operation = { spec: Spec; handler: (context: Context) => Promise<unknown> };

/** One method of one path: see `Spec` for what is done before `handler` runs. */
export function endpoint<
  G extends Guard,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodType,
>(
  spec: Spec<G, P, Q, B, A>,
  handler: (context: Context<G, P, Q, B>) => Promise<z.input<A> | ApiResponse<z.input<A>> | FileResponse>,
): Operation {
  return { spec, handler } as unknown as Operation;
}
