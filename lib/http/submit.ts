import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { redirect, unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { Executor } from "@/db/client";
import { assertDatabaseAvailable, type LockKeys, type Ready, withWriteSlot } from "@/db/write-slots";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { safeNext } from "@/lib/auth/next-path";
import { currentCaller } from "@/lib/auth/request";
import type { Caller } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import type { ActionState } from "@/lib/http/action-state";
import { parseBody } from "@/lib/http/body";
import { DEADLINE, PICTURE_DEADLINE, within } from "@/lib/http/deadline";
import { consumeForAddress, type LimitName } from "@/lib/http/limits";
import { logFault } from "@/lib/http/log";
import { assertSameOrigin } from "@/lib/http/origin";
import { toAppError } from "@/lib/http/problem";

/** A form's text fields by name; a name with dots stays one name. Files are left out. */
export function fieldsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string" && !name.startsWith("$ACTION")) fields[name] = value;
  return fields;
}

/** What the work of an action gets: its parsed input, who sent it, and the executor to write on. */
export type ActionContext<I, P = undefined> = { input: I; actor: Actor; caller: Caller; db: Executor; prepared: P };

type Options<I, P> = {
  /** Who may do this, settled before the input is looked at: a session that has ended gets no errors about fields. */
  by?: "admin";
  /** What takes long and locks nothing, done before the write's turn: `work` is given what it made. For pictures. */
  prepare?: (input: I, caller: Caller, asked: Headers) => Promise<P>;
  /** The sweets that the work locks, for its turn (db/write-slots.ts). */
  sweets?: "some" | ((input: I, caller: Caller) => LockKeys);
  /** What this counts against, once its input is valid. */
  limit?: LimitName;
  /**
   * Who has no session is sent to the login and comes back to the page that the form was sent from, or to the path that is
   * given here; unless the form itself says so ("value").
   */
  signedOut?: "redirect" | "value" | `/${string}`;
};

const secret = /password/i;

/** To the login, and after it back to `page`, or to the page that the action was sent from. */
function toLogin(asked: Headers, page?: string): never {
  const referer = URL.parse(asked.get("referer") ?? "");
  const next = safeNext(page ?? (referer && referer.pathname + referer.search));
  redirect(next ? `/login?next=${encodeURIComponent(next)}` : "/login");
}

/**
 * The one way into an action: checks the origin, finds the caller, parses, does the work, and turns every failure into a
 * value. `fallback` is the specification's text for what went wrong unexpectedly ('Failed to add to cart.').
 * Redirects inside `work` pass through.
 */
export async function submit<S extends z.ZodType, T, P = undefined>(
  schema: S,
  input: FormData | Record<string, unknown>,
  work: (context: ActionContext<z.output<S>, P>) => Promise<T>,
  fallback = "An unexpected error occurred",
  { by, prepare, sweets, limit, signedOut = "redirect" }: Options<z.output<S>, P> = {},
): Promise<ActionState<T>> {
  const fields = input instanceof FormData ? fieldsOf(input) : input;
  const asked = await headers();
  try {
    assertSameOrigin(asked);
    // A second less than the API has, in which the page shows it.
    let end = performance.now() + DEADLINE - 1_000;
    const left = () => Math.max(1_000, end - performance.now());
    // Step by step: what was told to come back later must not begin later.
    const caller = await within(left(), currentCaller());
    if (by === "admin") assertAdmin(caller.actor);
    const parsed = parseBody(schema, fields);
    const counted = limit && (await within(left(), consumeForAddress(limit, asked)));
    if (caller.actor.kind === "visitor" && !counted) await within(left(), assertDatabaseAvailable());
    const prepared = prepare && (await within(PICTURE_DEADLINE, prepare(parsed, caller, asked)));
    if (prepare) end = performance.now() + DEADLINE - 1_000;
    const { done } = await withWriteSlot(
      (db) => work({ input: parsed, actor: caller.actor, caller, db, prepared: prepared as P }),
      typeof sweets === "function" ? sweets(parsed, caller) : sweets,
    );
    return { ok: true, data: await within(left(), done) };
  } catch (error) {
    unstable_rethrow(error);
    const known = toAppError(error);
    if (known?.code === "unauthorized" && signedOut !== "value")
      toLogin(asked, signedOut === "redirect" ? undefined : signedOut);
    if (!known) logFault(error, asked.get("x-request-id") ?? randomUUID(), "action");
    const { errors = [], ...extra } = known?.extra ?? {};
    return {
      ok: false,
      code: known?.code ?? "internal",
      // The database being away shows the text of what could not be done; nothing typed is lost.
      message: known instanceof AppError && known.code !== "service_unavailable" ? known.message : fallback,
      fields: Object.fromEntries(errors.map(({ path, message }) => [path, message]).reverse()),
      values: Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) =>
          typeof value === "string" && !secret.test(name) ? [[name, value]] : [],
        ),
      ),
      ...extra,
    };
  }
}

/** The same for work whose first part takes long and writes nothing, such as checking a password: only what it leaves to write takes a turn. */
export function submitReady<S extends z.ZodType, T>(
  schema: S,
  input: FormData | Record<string, unknown>,
  prepare: (input: z.output<S>, caller: Caller) => Promise<Ready<T>>,
  fallback?: string,
  options: Omit<Options<z.output<S>, Ready<T>>, "prepare"> = {},
): Promise<ActionState<T>> {
  return submit(schema, input, ({ db, prepared }: ActionContext<z.output<S>, Ready<T>>) => prepared(db), fallback, {
    ...options,
    prepare,
  });
}
