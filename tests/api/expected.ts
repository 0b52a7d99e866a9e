import { expect } from "vitest";

// Parts of answers that tests expect.

export const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const token = expect.stringMatching(/^[\w-]{43,}$/);

/** A whole problem. */
export const problem = (status: number, code: string, message: string, extra: object = {}) => ({
  type: "about:blank",
  title: expect.any(String),
  status,
  detail: message,
  message,
  code,
  requestId: expect.any(String),
  ...extra,
});

/** The problem of wrong fields, in their order. */
export const invalid = (fields: [path: string, message: string][]) =>
  problem(422, "invalid", fields[0]?.[1] ?? "", { errors: fields.map(([path, message]) => ({ path, message })) });

/** What blanks and lines divide. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
