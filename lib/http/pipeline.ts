import { assertDatabaseAvailable, type LockKeys, type Write, withWriteSlot } from "@/db/write-slots";
import type { Actor } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { traced } from "@/lib/tracing";
import { within } from "./deadline";
import { type Allowance, consumeForAddress, type LimitName } from "./limits";

/** What is known of a request when its log line and headers are written, also when it failed. */
export type RequestContext = { actor?: Actor; allowance?: Allowance | null; cause?: string };

type Stages<Input, Result> = {
  headers: Headers;
  /** Milliseconds for each wait: to find the caller, to count, to write. */
  deadline: number;
  isWrite: boolean;
  identify: () => Promise<Caller>;
  /** Throws when the caller may not do this. It runs before the input is looked at. */
  authorise: (caller: Caller) => void;
  /** A limit that counts every request. */
  limit?: LimitName;
  /** Reads and parses the input; throws `bad_request` or `invalid`. */
  parse: (caller: Caller) => Input | Promise<Input>;
  /** Limits that count requests with a valid input. */
  limitsOfValid?: (input: Input) => LimitName[];
  /** The sweets that the write locks, for its slot. */
  locks?: (input: Input, caller: Caller) => LockKeys;
  work: (input: Input, caller: Caller, write: Write) => Promise<Result>;
};

/**
 * The one way through which actions and API endpoints are served: identify, authorise, limit, parse, then the work, whose writes each
 * take a slot. Limits are counted before a slot is taken, and a read takes none.
 */
export async function runRequest<Input, Result>(
  { headers, deadline, isWrite, identify, authorise, limit, parse, limitsOfValid, locks, work }: Stages<Input, Result>,
  context: RequestContext = {},
): Promise<Result> {
  const caller = await within(deadline, identify());
  context.actor = caller.actor;
  authorise(caller);
  const count = async (name: LimitName) => {
    context.allowance = await within(deadline, consumeForAddress(name, headers));
  };
  if (limit) await count(limit);
  // Reading a body takes as long as the client's connection does; the server's own time limit bounds it.
  const input = await parse(caller);
  for (const name of limitsOfValid?.(input) ?? []) await count(name);

  const write: Write = async (work) => {
    // A write that is sent to a frozen database is done when it thaws, long after the caller got a 503. A session and a limit have
    // shown that the database answers; a visitor without either has asked it nothing yet.
    if (caller.actor.kind === "visitor" && !context.allowance) await within(deadline, assertDatabaseAvailable());
    return traced("write", {}, async () => {
      const { done } = await withWriteSlot(work, locks?.(input, caller));
      return within(deadline, done);
    });
  };
  const result = work(input, caller, write);
  return isWrite ? result : within(deadline, result);
}
