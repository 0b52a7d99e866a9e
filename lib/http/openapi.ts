import { z } from "zod";
import type { Route } from "./endpoint";
import type { Endpoint, Http } from "./endpoint-spec";
import { failures, headers, info, parameters, securitySchemes, tags, webhookHeaders } from "./openapi-parts";
import { type Guard, noKey, noLimit, permissionsOfGuard } from "./operation";
import { problemSchema } from "./responses";

type Json = Record<string, unknown>;

/** What the shop sends to webhooks: the type of an event, when it comes, and the body. */
type Sent = { type: string; when: string; body: z.ZodType };

/** The OpenAPI 3.1 document of some routes, made from the schemas that check their requests, and of what is sent to webhooks. */
export function openApi(routes: Route[], sent: readonly Sent[] = []): Json & { openapi: string; info: object } {
  const schemas: Json = {};
  const problem = schemaOf(problemSchema, "output", schemas);
  const paths: Json = {};
  for (const { path, endpoints } of routes) {
    const methods = Object.entries(endpoints).map(([method, endpoint]) => [
      method.toLowerCase(),
      operationOf(path, endpoint, schemas),
    ]);
    paths[path] = { parameters: [{ $ref: "#/components/parameters/X-Request-Id" }], ...Object.fromEntries(methods) };
  }
  const webhooks = Object.fromEntries(sent.map((one) => [one.type, { post: webhookOf(one, schemas) }]));
  const responses = Object.entries(failures).map(([status, when]) => [
    `Problem${status}`,
    problemOf(status, when, problem),
  ]);
  return {
    openapi: "3.1.1",
    info,
    servers: [{ url: "/", description: "This shop" }],
    tags: Object.entries(tags).map(([name, [description]]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: securitySchemes(),
      headers,
      parameters,
      responses: Object.fromEntries(responses),
    },
  };
}

/** A schema as JSON Schema 2020-12; those with an id go to the components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // The formats say it shorter.
      if (["date", "date-time", "email"].includes(jsonSchema.format ?? "")) delete jsonSchema.pattern;
      const { def } = zodSchema._zod;
      if (def.type === "default") jsonSchema.default ??= def.defaultValue as never;
    },
  });
  const placed = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, part] of Object.entries($defs ?? {})) components[name] = placed(part);
  return placed(json);
}

/** The group that a path belongs to, by its first part. */
function tagOf(path: string): string {
  const [, , part] = path.split("/");
  const tag = Object.entries(tags).find(([, [, ...parts]]) => parts.some((one) => one === part));
  if (!tag) throw new Error(`${path} is in no group of the document`);
  return tag[0];
}

function operationOf(path: string, endpoint: Endpoint, components: Json): Json {
  const { operation, http } = endpoint;
  const body = operation.body && schemaOf(operation.body, "input", components);
  const permissions = permissionsOfGuard(operation.by);
  return {
    operationId: http.id,
    tags: [tagOf(path)],
    summary: http.summary,
    description: http.description ?? `${http.summary}.`,
    security: http.id === "getMetrics" ? [{ metrics: [] }] : securityOf(operation.by),
    // Of a list, each alone is enough.
    ...(permissions.length > 0 ? { "x-permission": permissions.length > 1 ? permissions : permissions[0] } : {}),
    parameters: parametersOf(endpoint, components),
    ...(body ? { requestBody: requestBodyOf(http, body) } : {}),
    responses: responsesOf(endpoint, components),
  };
}

function webhookOf({ type, when, body }: Sent, components: Json): Json {
  return {
    operationId: `on ${type}`.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ["Admin"],
    summary: when,
    description: `${when}. Signed as Standard Webhooks say. The body is made at the first attempt and is the same in all later ones.`,
    security: [],
    parameters: webhookHeaders,
    requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "output", components) } } },
    responses: {
      "2XX": { description: "Received, within 10 seconds. Anything else is tried again, for three days at most" },
    },
  };
}

function securityOf(guard: Guard): Json[] {
  if (guard === "public" || guard === "person") return [];
  if (guard === "guest") return [{}, { cart: [] }];
  const signedIn = [{ bearer: [] }, { session: [] }];
  if (guard === "anyone") return [{}, ...signedIn];
  return guard === "shopper" ? [{}, { cart: [] }, ...signedIn] : signedIn;
}

function parametersOf({ operation, http }: Endpoint, components: Json): Json[] {
  const of = (schema: z.ZodType, where: "path" | "query") => {
    const { properties = {}, required = [] } = schemaOf(schema, where === "path" ? "output" : "input", components);
    return Object.entries(properties as Record<string, Json>).map(([name, { description, ...rest }]) => ({
      name,
      in: where,
      ...(description ? { description } : {}),
      required: where === "path" || (required as string[]).includes(name),
      schema: rest,
    }));
  };
  const header = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...(operation.params ? of(operation.params, "path") : []),
    ...(operation.query ? of(operation.query, "query") : []),
    ...(operation.once ? [header("Idempotency-Key")] : []),
    ...(http.etag ? [header("If-None-Match")] : []),
  ];
}

function requestBodyOf(http: Http, schema: Json): Json {
  const { example: body, multipart } = http;
  const example = body === undefined ? {} : { example: body };
  const type = http.body === "form" ? "application/x-www-form-urlencoded" : "application/json";
  // What was signed is read as text.
  const content: Json = { [type]: { schema: http.body === "text" ? { type: "object" } : schema, ...example } };
  if (multipart)
    content["multipart/form-data"] = {
      schema: { ...schema, properties: { ...(schema.properties as Json), image: picture } },
      encoding: { details: { contentType: "application/json" } },
    };
  // An object without required fields may be left out: every field has a default or nothing changes.
  return { required: schema.type === "array" || ((schema.required as string[]) ?? []).length > 0, content };
}

const picture = {
  type: "string",
  format: "binary",
  description: "JPEG, PNG or WebP, up to 5 MB and 40 megapixels; its metadata is not kept",
};

/** Whether staff and keys may ask: a key has a limit of its own. */
const isForKeys = (by: Guard) => permissionsOfGuard(by).length > 0 || by === "anyone";

/** What can go wrong follows from what the operation takes. */
function failuresOf({ operation, http }: Endpoint): number[] {
  const { by, params, body, limit, once, writes } = operation;
  const { multipart } = http;
  const statuses: (number | false | "")[] = [
    400,
    by !== "public" && by !== "person" && by !== "guest" && 401,
    by !== "public" && (writes || by !== "guest") && 403,
    params !== undefined && 404,
    once !== noKey && 409,
    body !== undefined && 413,
    body !== undefined && 415,
    (body !== undefined || once !== noKey) && 422,
    (limit !== noLimit || multipart !== undefined || isForKeys(by)) && 429,
    multipart !== undefined && 507,
    !["getLive", "getMetrics"].includes(http.id) && http.also === undefined && 503,
  ];
  const listed = Object.keys(http.errors ?? {}).map(Number);
  return [...new Set([...statuses.filter((status) => typeof status === "number"), ...listed])].sort((a, b) => a - b);
}

function responsesOf(endpoint: Endpoint, components: Json): Json {
  const { operation, http } = endpoint;
  const schema = schemaOf(http.answer, "output", components);
  const names = [
    "X-Request-Id",
    ...(http.etag ? ["ETag"] : []),
    ...(http.location ? ["Location"] : []),
    ...(http.continues ? ["Link"] : []),
    ...(operation.once ? ["Idempotency-Replayed"] : []),
    ...(operation.limit || http.multipart || isForKeys(operation.by) ? ["RateLimit", "RateLimit-Policy"] : []),
  ];
  const success = (description: string) => ({
    description,
    headers: refs(names),
    content: {
      [http.media ?? "application/json"]: { schema },
      ...(http.csv && { "text/csv": { schema: { type: "string" } } }),
    },
  });
  const responses: Json = { [http.status ?? 200]: success(http.summary) };
  for (const [status, when] of Object.entries(http.also ?? {})) responses[status] = success(when);
  if (http.etag) responses[304] = { description: "Your copy is current", headers: refs(["X-Request-Id", "ETag"]) };
  const failing = failuresOf(endpoint);
  if (!failing.some((status) => status > 400 && status < 500))
    responses["4XX"] = { $ref: "#/components/responses/Problem4XX" };
  for (const status of failing) {
    const exact = http.errors?.[status as keyof typeof http.errors];
    responses[status] = exact
      ? problemOf(String(status), exact, { $ref: "#/components/schemas/Problem" })
      : { $ref: `#/components/responses/Problem${status}` };
  }
  return responses;
}

const refs = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function problemOf(status: string, description: string, schema: Json): Json {
  const more = {
    401: ["WWW-Authenticate"],
    429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
    503: ["Retry-After"],
  };
  const names = more[Number(status) as keyof typeof more] ?? [];
  return {
    description,
    headers: refs(["X-Request-Id", ...names]),
    content: { "application/problem+json": { schema } },
  };
}
