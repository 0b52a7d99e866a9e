import type { ErrorCode, ErrorExtra } from "@/lib/errors";

/** Why an action failed, together with what was typed (passwords excepted), so that the form can show both. */
export type ActionFailure = {
  ok: false;
  /**
   * Beside the server's codes: "internal" is an unexpected error; "lost": the browser received no answer; "outdated": the page is of an
   * earlier build; "somebody_else": the form was made for another person (lib/http/made-for.ts); "no_cookies": the browser keeps none, and
   * nothing was sent.
   */
  code: ErrorCode | "internal" | "lost" | "outdated" | "somebody_else" | "no_cookies";
  message: string;
  /** The message of each invalid field, by its path in the schema. */
  fields: Record<string, string>;
  values: Record<string, string>;
} & Omit<ErrorExtra, "errors">;

/** The outcome of a server action. */
export type ActionState<T = null> = { ok: true; data: T } | ActionFailure;

/** A server action that a form posts to. The previous state is null before the first submission. */
export type FormAction<T = null> = (previous: ActionState<T> | null, form: FormData) => Promise<ActionState<T>>;

/** An action that answers with a message, which the form shows. */
export type MessageAction = FormAction<{ message: string }>;
