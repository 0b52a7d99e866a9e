import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import type { CsvColumns } from "@/lib/csv";
import type { AnyOperation, Asked, Operation } from "./operation";

/** What HTTP and the OpenAPI document need beside the operation. */
export type Http<A extends z.ZodType = z.ZodType> = {
  /** `operationId` of the document. */
  id: string;
  /** One line for the document, and more where a line is not enough. */
  summary: string;
  description?: string;
  /** A body that works, for the document. */
  example?: unknown;
  /** Makes fields of a multipart body into what the operation's body takes; a picture (field `image`) comes beside. */
  multipart?: (fields: Record<string, string>) => unknown;
  /** The body is no JSON of a client of the API: the fields of a form, or its text as `{ text }`, whose bytes somebody has signed. */
  body?: "form" | "text";
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
  /** The columns and the name of the CSV file that the query's `format` can ask for. */
  csv?: { columns: CsvColumns<z.input<A> extends (infer Row)[] ? Row : never>; filename: (query: never) => string };
  /** A further status of the same shape, and when it comes. */
  also?: Record<number, string>;
  /** Expected failures beside those that follow from the rest, each with when it comes. */
  errors?: Partial<Record<409 | 413 | 415 | 422 | 404 | 401 | 429 | 507, string>>;
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

/** A success that is a file, which a browser shows. For endpoints with `media`. */
export class FileResponse {
  constructor(
    readonly bytes: Buffer<ArrayBuffer>,
    readonly filename: string,
  ) {}
}

type Respond<A extends z.ZodType, Of extends { actor: unknown; input: unknown; result: unknown }> = (
  result: Of["result"],
  context: { actor: Of["actor"]; caller: Caller; input: Of["input"] },
) => Responded<A> | Promise<Responded<A>>;
type Responded<A extends z.ZodType> = z.input<A> | ApiResponse<z.input<A>> | FileResponse;

/** One method of one path. */
export type Endpoint = {
  operation: Operation;
  http: Http;
  respond?: Respond<z.ZodType, { actor: Actor; input: object; result: unknown }>;
};

/**
 * Serves an operation over HTTP. `respond` makes the answer of its result, where that is another than the result itself, or has cookies, a
 * Location or a file.
 */
export function endpoint<O extends AnyOperation, A extends z.ZodType>(
  operation: O,
  {
    respond,
    ...http
  }: Http<A> &
    ([Asked<O>["result"]] extends [z.input<A>]
      ? { respond?: Respond<A, Asked<O>> }
      : { respond: Respond<A, Asked<O>> }),
): Endpoint {
  return { operation, http, respond } as unknown as Endpoint;
}
