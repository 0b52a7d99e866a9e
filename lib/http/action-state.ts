import type { ErrorCode, ErrorExtra } from "@/lib/errors";

/** Why an action failed, together with what was typed (passwords excepted), so that the form can show both. */
export type ActionFailure = {
  ok: false;
  /**
   * "internal" is an unexpected error; "lost" means that the browser received no answer, "outdated" that the page is of a build of before;
   * "somebody_else" that the form was made for another person (lib/http/made-for.ts).
   */
  code: ErrorCode | "internal" | "lost" | "outdated" | "somebody_else";
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
