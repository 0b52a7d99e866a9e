import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect, unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { safeNext } from "@/lib/auth/next-path";
import { currentCaller } from "@/lib/auth/request";
import type { Caller } from "@/lib/auth/session";
import { type AppError, invalid, ServiceAway } from "@/lib/errors";
import { MADE_FOR } from "@/lib/forms/made-for";
import type { ActionFailure, ActionState } from "@/lib/http/action-state";
import { parseBody } from "@/lib/http/body";
import { logFault, requestIdOf } from "@/lib/http/log";
import { assertMadeFor, SomebodyElse } from "@/lib/http/made-for";
import type { AnyOperation, Asked, Operation } from "@/lib/http/operation";
import { assertSameOrigin } from "@/lib/http/origin";
import { keyOfForm, type Parsed, runRequest } from "@/lib/http/pipeline";
import { noteFailure, toAppError } from "@/lib/http/problem";
import { withNext } from "@/lib/links";
import { noteRequest } from "@/lib/request-facts";

/** A form's text fields by name; a name with dots stays one name. Files are left out, and what forms carry beside their fields. */
export function fieldsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && !name.startsWith("$ACTION") && name !== MADE_FOR) fields[name] = value;
  return fields;
}

/** A form of these fields, for actions that are called with values; what is undefined is left out. */
export function formOf(fields: Record<string, string | number | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  return form;
}

type Submitted<O extends AnyOperation, Input> = {
  input: Input;
  actor: Asked<O>["actor"];
  caller: Caller;
  headers: Headers;
  form: FormData;
};

type Options<O extends AnyOperation, Input, Data> = {
  /** The text for an unexpected failure ('Failed to add to cart.'). */
  failed: string | ((form: FormData) => string);
  /** Fields that may be there several times: the schema takes a list of them. */
  lists?: string[];
  /** Reads the picture that came with the form (`isUpload`), or that was uploaded before it. */
  image?: (form: FormData, headers: Headers) => Promise<Parsed["image"]>;
  /** Runs once the input is valid. */
  before?: (submitted: Submitted<O, Input>) => Promise<void>;
  /**
   * Does what the page needs after a success, such as cookies or a redirect, and returns the action's data; without it, that is the result.
   * `replayed`: an earlier submit with the form's key did the work.
   */
  after?: (done: Submitted<O, Input> & { result: Asked<O>["result"]; replayed: boolean }) => Data | Promise<Data>;
  /** It is done by opening a page, to which any site may link: once more, or unasked, must do no harm. */
  opened?: boolean;
  /** The page shows its data anew after a success. */
  refresh?: boolean;
  /**
   * Who has no session is sent to the login and comes back to the page that the form was sent from, or to the path that is
   * given here; unless the form itself handles it ("value").
   */
  signedOut?: "value" | ((form: FormData) => `/${string}`);
};

/** `form` is the schema of the form's fields; the operation's body when absent, if that is all of its input. */
type WithForm<O extends AnyOperation, F> = [z.output<NonNullable<O["body"]>>] extends [Asked<O>["input"]]
  ? { form?: F }
  : { form: F };

/**
 * Does an operation for a form, and turns every failure into a value. Redirects of `before` and `after` pass through. The origin is
 * checked first, whoever sends the form, unless the operation is done by opening a page.
 */
export async function runAction<
  O extends AnyOperation,
  F extends z.ZodType<Asked<O>["input"]> = z.ZodType<Asked<O>["input"]>,
  Data = Asked<O>["result"],
>(declared: O, form: FormData, options: Options<O, z.output<F>, Data> & WithForm<O, F>): Promise<ActionState<Data>> {
  const operation = declared as unknown as Operation;
  const { failed, lists = [], image, before, after, opened, signedOut } = options;
  const schema: z.ZodType = options.form ?? operation.body ?? z.object({});
  const fields = { ...fieldsOf(form), ...Object.fromEntries(lists.map((name) => [name, form.getAll(name)])) };
  const requestHeaders = await headers();
  let submitted: Submitted<O, z.output<F>> | undefined;

  async function parse(caller: Caller): Promise<Parsed> {
    const input = parseBody(schema, fields) as z.output<F> & object;
    submitted = { input, actor: caller.actor as Asked<O>["actor"], caller, headers: requestHeaders, form };
    await before?.(submitted);
    return {
      input,
      image: (await image?.(form, requestHeaders)) ?? null,
      // A checkout that was sent before the sign-in is the same one after it.
      key: keyOfForm(operation, input, fields.key, form.get(MADE_FOR)?.toString() || undefined),
      caller,
    };
  }

  try {
    const { answer, replayed } = await runRequest<unknown>(operation, {
      session: "browser",
      headers: requestHeaders,
      async identify() {
        if (!opened) assertSameOrigin(requestHeaders);
        const caller = await currentCaller();
        assertMadeFor(form.get(MADE_FOR), caller);
        return opened ? { ...caller, byCookie: false } : caller;
      },
      parse,
      answer: (result) => result,
      store: (result) => ({ status: 201, json: JSON.stringify(result) }),
      restore: ({ json }) => JSON.parse(json),
    });
    noteRequest({ outcome: "done" });
    const result = answer as Asked<O>["result"];
    const data = after && submitted ? await after({ ...submitted, result, replayed }) : (answer as Data);
    if (options.refresh) refresh();
    return { ok: true, data };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof SomebodyElse) return refuseSomebodyElse(error, requestHeaders);
    const known = toAppError(error);
    noteFailure(error);
    // What was asked of it may have been stored.
    if (options.refresh && known instanceof ServiceAway) refresh();
    if (known?.code === "unauthorized" && signedOut !== "value") toLogin(requestHeaders, signedOut?.(form));
    if (!known) logFault(error, requestIdOf(requestHeaders.get("x-request-id")), "action");
    return failureOf(known && asFieldError(known), fields, typeof failed === "string" ? failed : failed(form));
  }
}

/** An action of a form: the one way into an operation for what app/**\/actions.ts exports. See `runAction`. */
export const action =
  <
    O extends AnyOperation,
    F extends z.ZodType<Asked<O>["input"]> = z.ZodType<Asked<O>["input"]>,
    Data = Asked<O>["result"],
  >(
    operation: O,
    options: Options<O, z.output<F>, Data> & WithForm<O, F>,
  ) =>
  async (_previous: unknown, form: FormData): Promise<ActionState<Data>> =>
    runAction<O, F, Data>(operation, form, options);

/**
 * With JavaScript the page comes anew for who is signed in now; without it, the account's page says so, because that person may not have the
 * page of the form. What was typed is not given back.
 */
function refuseSomebodyElse({ message }: SomebodyElse, headers: Headers): ActionFailure {
  if (!headers.has("next-action")) redirect("/account?somebody=else");
  refresh();
  return { ok: false, code: "somebody_else", message, fields: {}, values: {} };
}

/** To the login, and after it back to `page`, or to the page that the action was sent from. */
function toLogin(headers: Headers, page?: string): never {
  const referer = URL.parse(headers.get("referer") ?? "");
  const next = safeNext(page ?? (referer && referer.pathname + referer.search));
  redirect(withNext("/login", next));
}

/** What is wrong with a picture is shown at its field. */
const asFieldError = (error: AppError) =>
  error.code === "unsupported_media_type" || error.code === "payload_too_large"
    ? invalid("image", error.message)
    : error;

const secret = /password/i;

/** A failure with what was typed, passwords excepted. `known` is null for an unexpected one. */
function failureOf(known: AppError | null, fields: Record<string, unknown>, fallback: string): ActionFailure {
  const { errors = [], ...extra } = known?.extra ?? {};
  return {
    ok: false,
    code: known?.code ?? "internal",
    // A database that is unavailable shows the text of what could not be done; nothing typed is lost.
    message: known && (known.code !== "service_unavailable" || known instanceof ServiceAway) ? known.message : fallback,
    fields: Object.fromEntries(errors.map(({ path, message }) => [path, message]).reverse()),
    values: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        typeof value === "string" && !secret.test(name) ? [[name, value]] : [],
      ),
    ),
    ...extra,
  };
}
