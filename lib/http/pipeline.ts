import { setTimeout as sleep } from "node:timers/promises";
import type { Executor } from "@/db/client";
import type { Permission } from "@/db/constants/auth";
import { assertDatabaseAvailable, type Write, withWriteSlot } from "@/db/write-slots";
import {
  type Actor,
  actorName,
  assertCustomer,
  assertFactor,
  assertMay,
  assertSession,
  assertShopper,
  assertStaffMember,
  assertUser,
  isCustomer,
  isStaff,
  may,
} from "@/lib/auth/actor";
import type { Caller, SessionKind } from "@/lib/auth/session";
import { AppError, ServiceAway } from "@/lib/errors";
import { noteRequest } from "@/lib/request-facts";
import { DEADLINE, PICTURE_DEADLINE, readWithin, within } from "./deadline";
import { forgetKey, requestHash, type StoredResponse, scopeOf, withIdempotency } from "./idempotency";
import { type Allowance, consume, consumeForAddress, type LimitName } from "./limits";
import { type Guard, noKey, type Operation, permissionsOfGuard } from "./operation";
import { assertSameOrigin } from "./origin";

/** What is known of a request when the headers of its answer are written, also when it failed. */
export type RequestContext = { allowance?: Allowance | null };

/** A request as it was read and parsed. */
export type Parsed = {
  /** Path parameters, query and body, or a form, as the operation's schemas make them. */
  input: object;
  /** `isUpload`: it came with this request, and counts against the limit of uploads. */
  image: { bytes: Buffer; isUpload: boolean } | null;
  /** `hash` says whether a later request with the key is the same one. */
  key: { key: string; hash: string; scope?: string } | null;
  /** The caller, with the cart that the key leads to. */
  caller: Caller;
};

/**
 * The key of a form. Only the key is compared, so that a form that was edited after a lost answer finds what was done.
 * `scope`: for whom the form was made.
 */
export function keyOfForm({ once }: Operation, input: object, key: unknown, scope?: string): Parsed["key"] {
  const name = typeof once === "function" ? once(input) : once;
  if (name === noKey || typeof key !== "string" || key === "") return null;
  return { key: `${name}:${key}`, hash: requestHash(name, key), scope };
}

/** What an operation is done for: an answer of the API, or the value of an action. */
export type Edge<Answer> = {
  /** `browser`: a form, which waits while another one with its key is running, where a request of the API is refused. */
  session: SessionKind;
  headers: Headers;
  identify: () => Promise<Caller>;
  /** Reads and parses what was sent; throws `not_found`, `bad_request` or `invalid`. */
  parse: (caller: Caller) => Promise<Parsed>;
  /** Makes the answer of what the operation returned. With a key it runs in the operation's transaction. */
  answer: (result: unknown, parsed: Parsed) => Answer | Promise<Answer>;
  /** The answer as it is stored under a key, and back. */
  store: (answer: Answer) => StoredResponse;
  restore: (stored: StoredResponse) => Answer;
};

/** Milliseconds for each wait: to find the caller, to count, to write. A page needs a second more, in which it shows the result. */
const deadlines: Record<SessionKind, number> = { api: DEADLINE, browser: DEADLINE - 1_000 };

const nobody = () => {};
/** The guards that ask for no permission. */
type WithoutPermission = Exclude<Guard, Permission | readonly Permission[] | "buyer">;
const guards: Record<WithoutPermission, (actor: Actor) => void> = {
  public: nobody,
  person: nobody,
  guest: nobody,
  anyone: nobody,
  shopper: assertShopper,
  user: assertUser,
  session: assertSession,
  "staff-session": assertStaffMember,
  customer: assertCustomer,
  orderer: assertCustomer,
};

/** What staff may ask who must set up a second factor first: to do so, and what the API asks of nobody in particular. */
const withoutFactor: readonly Guard[] = ["public", "person", "guest", "session", "staff-session"];

/** Throws when the actor is none of those whom a guard lets in. */
function authorise(by: Guard, actor: Actor, session: SessionKind): void {
  if (!withoutFactor.includes(by)) assertFactor(actor);
  const needed = permissionsOfGuard(by);
  if (by === "buyer" && isCustomer(actor)) return;
  if (by === "orderer" && session === "browser" && actor.kind === "visitor" && actor.cartToken) return;
  if (needed[0]) assertMay(actor, needed.find((permission) => may(actor, permission)) ?? needed[0]);
  else guards[by as WithoutPermission](actor);
}

/**
 * The one way through which actions and API endpoints are served: identify, authorise, limit, parse, limit of what is valid, slow work
 * without the database, then the work, whose writes each take a slot. `replayed`: the answer is that of an earlier request with the key.
 */
export async function runRequest<Answer>(
  operation: Operation,
  edge: Edge<Answer>,
  context: RequestContext = {},
): Promise<{ answer: Answer; replayed: boolean; caller: Caller }> {
  const { by, limit, locks, writes } = operation;
  const { session, headers } = edge;
  const deadline = deadlines[session];
  const identified = await within(deadline, edge.identify());
  const { actor } = identified;
  noteRequest({ actor: actorName(actor) });
  // A program has a limit of its own instead of those by address.
  if (actor.kind === "key") context.allowance = await within(deadline, consume("key", String(actor.id)));
  authorise(by, actor, session);
  if (writes && identified.byCookie) assertSameOrigin(headers);

  const count = async (name: LimitName) => {
    if (actor.kind === "key") return;
    context.allowance = await within(deadline, consumeForAddress(name, headers));
  };
  if (limit?.counts === "all") await count(limit.name);
  // Reading a body takes as long as the client's connection does; the server's own time limit bounds it.
  const parsed = await edge.parse(identified);
  const { input, image, key } = parsed;
  let { caller } = parsed;
  // Meanwhile a member of staff may have been switched off, or a key revoked: a request that was held open must do nothing after it.
  if (writes && isStaff(actor)) {
    caller = await within(deadline, edge.identify());
    authorise(by, caller.actor, session);
  }
  if (limit?.counts === "valid") await count(limit.name);
  if (image?.isUpload) await count("uploads");

  const picture =
    image && operation.picture ? await within(PICTURE_DEADLINE, operation.picture(image.bytes, input)) : null;

  const write: Write = async (work) => {
    // A write that is sent to a frozen database is done when it thaws, long after the caller got a 503. A session and a limit have
    // shown that the database answers; a visitor without either has asked it nothing yet.
    if (caller.actor.kind === "visitor" && !context.allowance) await within(deadline, assertDatabaseAvailable());
    const { done } = await withWriteSlot(work, typeof locks === "function" ? locks(input, caller) : locks);
    return within(deadline, done);
  };
  const { finish } = operation;
  // The guard has checked the actor, which its type cannot say here.
  const contextOf = (write: Write, signal?: AbortSignal) =>
    ({ actor: caller.actor, input, picture, caller, headers, session, write, signal }) as never;
  const finished = async (done: unknown, replayed: boolean) =>
    edge.answer(await finish?.(contextOf(write), done as never, replayed), parsed);
  const work = async (write: Write, signal?: AbortSignal) => {
    const result = await operation.run(contextOf(write, signal));
    signal?.throwIfAborted();
    return edge.answer(result, parsed);
  };
  const scope = key && (key.scope ?? scopeOf(caller.actor));
  if (key && scope) {
    const store = async (tx: Executor): Promise<StoredResponse> =>
      finish
        ? { status: FIRST_STEP, json: JSON.stringify(await operation.run(contextOf((inner) => inner(tx)))) }
        : edge.store(await work((inner) => inner(tx)));
    const once = () => write((db) => withIdempotency(db, scope, key.key, key.hash, store));
    const { replayed, ...stored } = await (session === "browser" ? waitForFirst(once) : once());
    // A version before may have stored the answer itself.
    if (finish && stored.status === FIRST_STEP) {
      try {
        return { answer: await finished(JSON.parse(stored.json), replayed), replayed, caller };
      } catch (error) {
        if (error instanceof ServiceAway && error.isUndone) await write((db) => forgetKey(db, scope, key.key));
        throw error;
      }
    }
    return { answer: edge.restore(stored), replayed, caller };
  }
  if (finish) return { answer: await finished(await operation.run(contextOf(write)), false), replayed: false, caller };
  const answer = await (writes ? work(write) : readWithin(deadline, (signal) => work(write, signal)));
  return { answer, replayed: false, caller };
}

/** The status under which the first step of an operation in steps is stored; no answer has it. */
const FIRST_STEP = 202;

/** How often a submit tries while the first one with its key is still running, and the pause between two tries in milliseconds. */
const MAX_TRIES = 20;
const PAUSE_MS = 250;

/** Tries again after a pause as long as another request with the key is running: at most for five seconds. */
async function waitForFirst<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AppError && error.code === "idempotency_key_in_use")) throw error;
      await sleep(PAUSE_MS);
    }
  }
  return attempt();
}
