import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { redirect, unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { LockKeys, Write } from "@/db/write-slots";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { safeNext } from "@/lib/auth/next-path";
import { currentCaller } from "@/lib/auth/request";
import type { Caller } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import type { ActionState } from "@/lib/http/action-state";
import { parseBody } from "@/lib/http/body";
import { DEADLINE } from "@/lib/http/deadline";
import type { LimitName } from "@/lib/http/limits";
import { logFault } from "@/lib/http/log";
import { assertSameOrigin } from "@/lib/http/origin";
import { runRequest } from "@/lib/http/pipeline";
import { toAppError } from "@/lib/http/problem";

/** A form's text fields by name; a name with dots stays one name. Files are left out. */
export function fieldsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string" && !name.startsWith("$ACTION")) fields[name] = value;
  return fields;
}

/** What an action's work gets. */
type ActionContext<Input> = {
  input: Input;
  actor: Actor;
  caller: Caller;
  headers: Headers;
  /** Runs a write in a write slot; see `Write`. */
  write: Write;
};

type Options<Input> = {
  /** Who may do this, settled before the input is looked at: a session that has ended gets no errors about fields. */
  by?: "admin";
  /** The sweets that the write locks, for its slot (db/write-slots.ts). */
  locks?: "some" | ((input: Input, caller: Caller) => LockKeys);
  /** What this counts against, once its input is valid. */
  limit?: LimitName | ((input: Input) => LimitName | undefined);
  /**
   * Who has no session is sent to the login and comes back to the page that the form was sent from, or to the path that is
   * given here; unless the form itself handles it ("value").
   */
  signedOut?: "redirect" | "value" | `/${string}`;
};

const secret = /password/i;

/** To the login, and after it back to `page`, or to the page that the action was sent from. */
function toLogin(headers: Headers, page?: string): never {
  const referer = URL.parse(headers.get("referer") ?? "");
  const next = safeNext(page ?? (referer && referer.pathname + referer.search));
  redirect(next ? `/login?next=${encodeURIComponent(next)}` : "/login");
}

/** A second less than the API has, in which the page shows the result. */
const ACTION_DEADLINE = DEADLINE - 1_000;

/**
 * The one way into an action: checks the origin, finds the caller, parses, does the work, and turns every failure into a
 * value. `fallback` is the text for an unexpected failure ('Failed to add to cart.'). Redirects inside `work` pass through.
 */
export async function submit<S extends z.ZodType, T>(
  schema: S,
  input: FormData | Record<string, unknown>,
  work: (context: ActionContext<z.output<S>>) => Promise<T>,
  fallback = "An unexpected error occurred",
  { by, locks, limit, signedOut = "redirect" }: Options<z.output<S>> = {},
): Promise<ActionState<T>> {
  const fields = input instanceof FormData ? fieldsOf(input) : input;
  const requestHeaders = await headers();
  try {
    assertSameOrigin(requestHeaders);
    const data = await runRequest<z.output<S>, T>({
      headers: requestHeaders,
      deadline: ACTION_DEADLINE,
      isWrite: true,
      identify: currentCaller,
      authorise: ({ actor }) => by === "admin" && assertAdmin(actor),
      parse: () => parseBody(schema, fields),
      limitsOfValid: (parsed) => {
        const name = typeof limit === "function" ? limit(parsed) : limit;
        return name ? [name] : [];
      },
      locks: typeof locks === "function" ? locks : () => locks ?? [],
      work: (parsed, caller, write) =>
        work({ input: parsed, actor: caller.actor, caller, headers: requestHeaders, write }),
    });
    return { ok: true, data };
  } catch (error) {
    unstable_rethrow(error);
    const known = toAppError(error);
    if (known?.code === "unauthorized" && signedOut !== "value")
      toLogin(requestHeaders, signedOut === "redirect" ? undefined : signedOut);
    if (!known) logFault(error, requestHeaders.get("x-request-id") ?? randomUUID(), "action");
    const { errors = [], ...extra } = known?.extra ?? {};
    return {
      ok: false,
      code: known?.code ?? "internal",
      // A database that is unavailable shows the text of what could not be done; nothing typed is lost.
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
