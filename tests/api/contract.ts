import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "vitest";

// Every answer of the API tests is held to /api/openapi.json: its status, type, headers and body.

export type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };
export type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };
type Response = { content?: Record<string, { schema: Schema }>; headers?: Record<string, unknown> };
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  /** What staff and keys need. */
  "x-permission"?: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Response>;
};
export type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

const base = process.env.TEST_BASE_URL ?? "";
export const document: Document = await (await fetch(`${base}/api/openapi.json`)).json();

/** Follows a `$ref` into the document. */
export function resolved<T>(part: T | { $ref: string }): T {
  const ref = (part as { $ref?: string }).$ref;
  if (ref === undefined) return part as T;
  return ref
    .slice(2)
    .split("/")
    .reduce((at, key) => (at as Record<string, unknown>)[key.replaceAll("~1", "/")], document as unknown) as T;
}

export const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Every operation with its path and method, parameters resolved. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods
    .filter((method) => method in item)
    .map((method) => {
      const operation = item[method] as Operation;
      return {
        path,
        method,
        operation: { ...operation, parameters: operation.parameters.map((one) => resolved(one)) },
      };
    }),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
// `binary` is a file's: any text.
ajv.addFormat("binary", true);
ajv.addSchema({ $id: "https://mithaas.test/openapi.json", ...document });
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value, or null. */
export function mismatch(schema: Schema, value: unknown): string | null {
  const key = JSON.stringify(schema);
  let validate = compiled.get(key);
  if (!validate) {
    validate = ajv.compile(JSON.parse(key.replaceAll('"#/', '"https://mithaas.test/openapi.json#/')));
    compiled.set(key, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

const templates = operations.map(({ path, method, operation }) => ({
  pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]*")}$`),
  fixed: !path.includes("{"),
  method,
  operation,
}));

/** The documented operation of a call, or undefined. */
export function operationOf(method: string, pathname: string): Operation | undefined {
  const matching = templates.filter((one) => one.pattern.test(pathname));
  const fixed = matching.filter((one) => one.fixed);
  return (fixed.length > 0 ? fixed : matching).find((one) => one.method === method.toLowerCase())?.operation;
}

/** Fails unless the answer is one that the document promises for this call. */
export function expectDocumented(
  method: string,
  pathname: string,
  answer: { status: number; headers: Headers; text: string },
) {
  const { status, headers, text } = answer;
  const what = `${method} ${pathname} → ${status} ${text.slice(0, 300)}`;
  expect(headers.get("x-request-id"), what).toMatch(/^[\w.-]{1,64}$/);
  const operation = operationOf(method, pathname);
  // Paths and methods that are not there have no operation, but problems all the same.
  const response = operation
    ? (operation.responses[status] ?? (status < 500 ? operation.responses["4XX"] : undefined))
    : status === 404 || status === 405
      ? { $ref: `#/components/responses/Problem4XX` }
      : undefined;
  if (!response) throw new Error(`Not documented: ${what}`);
  const { content, headers: promised = {} } = resolved<Response>(response as Response);
  for (const name of Object.keys(promised)) {
    // What comes only now and then.
    if (!/^(RateLimit|Idempotency-Replayed|Link$)/.test(name))
      expect(headers.has(name), `${name} of ${what}`).toBe(true);
  }
  const type = headers.get("content-type");
  if (!content) return expect({ type, text }, what).toEqual({ type: null, text: "" });
  const schema = content[type ?? ""]?.schema;
  if (!schema) throw new Error(`Not documented: ${type} of ${what}`);
  if (method === "HEAD") return expect(text).toBe("");
  // A file is a text of bytes.
  const wrong = mismatch(schema, type?.endsWith("json") ? JSON.parse(text) : text);
  if (wrong) throw new Error(`${wrong} of ${what}`);
  if (status >= 400) expectProblem(JSON.parse(text), status, headers);
}

function expectProblem(body: Record<string, unknown>, status: number, headers: Headers) {
  if (headers.get("content-type") !== "application/problem+json") return;
  expect(body).toMatchObject({ status, message: body.detail, requestId: headers.get("x-request-id") });
  expect(headers.get("cache-control")).toBe("no-store");
  // Nothing of how it is made.
  expect(JSON.stringify(body)).not.toMatch(/\bat \w+ \(|node_modules|\bselect .* from\b|insert into|postgres|\.ts\b/i);
}
