// Calls made at random from the document, right ones and wrong ones: whatever comes, the answer is one that the document promises, and no
// fault. The same calls in every run, more of them at night. Slow: all operations.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { boundsOfCalls, limit } from "../support/property";
import { type Operation, operations, type Parameter, resolved, type Schema } from "./contract";
import { aCustomer, anAdmin, anOrder, aSweet, call, shopDay } from "./shop";

/** Text of any UTF-16 units, lone surrogates and NUL too, and of what has broken others. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "null",
    "__proto__",
    "constructor",
    "0",
    "-1",
    "1e400",
    "NaN",
    "'; --",
    "%00",
    "../..",
    "𝓍".repeat(600),
  ),
);
const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308));
const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    anyNumber,
    anyText,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(anyText, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** Values that a schema takes, and now and then ones that it does not. */
function valuesOf(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  return fc.oneof({ weight: 12, arbitrary: rightOf(schema) }, { weight: 1, arbitrary: anyJson });
}

function rightOf(schema: Schema): fc.Arbitrary<unknown> {
  const {
    anyOf,
    enum: choices,
    minimum = -1e9,
    maximum = 1e9,
    minLength = 0,
    maxLength = 100,
    minItems = 0,
    maxItems = 5,
  } = schema as Record<string, never> & Record<string, number>;
  if (choices) return fc.constantFrom(...(choices as unknown as unknown[]));
  if (anyOf) return fc.oneof(...(anyOf as unknown as Schema[]).map(valuesOf));
  const types = [schema.type].flat() as string[];
  return fc.oneof(
    ...types.map((type) => {
      switch (type) {
        case "null":
          return fc.constant(null);
        case "boolean":
          return fc.boolean();
        case "integer":
          return fc.oneof(
            fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
            fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }),
          );
        case "number":
          return fc
            .integer({ min: Math.ceil(minimum * 100), max: Math.min(maximum * 100, 2e9) })
            .map((paise) => paise / 100);
        case "array":
          return fc.array(valuesOf(schema.items as Schema), { minLength: minItems, maxLength: Math.min(maxItems, 5) });
        case "object":
          return objectsOf(schema);
        default:
          return textsOf(schema, minLength, Math.min(maxLength, minLength + 80));
      }
    }),
  );
}

function textsOf({ format, pattern }: Schema, minLength: number, maxLength: number): fc.Arbitrary<unknown> {
  if (pattern) return fc.stringMatching(new RegExp(pattern as string));
  if (format === "email")
    return fc.oneof(
      fc.emailAddress(),
      fc.nat(9).map((n) => `fuzz${n}@mithaas.test`),
    );
  if (format === "date")
    return fc
      .date({ min: new Date("1890-01-01"), max: new Date("2120-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  return fc.string({ unit: "grapheme", minLength, maxLength });
}

const objectsOf = ({ properties = {}, required = [] }: Schema) =>
  fc
    .record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)])), {
      requiredKeys: required,
    })
    .chain((object) =>
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(object as object) },
        {
          weight: 1,
          arbitrary: fc.dictionary(anyText, anyJson, { maxKeys: 2 }).map((more) => ({ ...object, ...more })),
        },
      ),
    );

// What the calls may touch: their own sweets and orders, and ids that nobody has.
let people: (string | undefined)[] = [];
const own: Record<"sweets" | "packs" | "doomed" | "orders", number[]> = {
  sweets: [],
  packs: [],
  doomed: [],
  orders: [],
};

let today = "";
beforeAll(async () => {
  today = await shopDay();
  const customer = await aCustomer();
  for (let i = 0; i < 4; i++) {
    const packs = [
      { label: "Small", units: 1, price: 60, grams: 250 },
      { label: "Large", units: 3, price: 100, isDefault: true },
    ];
    const sweet = await aSweet({ stock: 90_000, packs });
    own.sweets.push(sweet.id);
    own.packs.push(sweet.packs[0].id);
    own.doomed.push((await aSweet()).id);
    own.orders.push((await anOrder(customer, own.sweets[0] as number)).id);
  }
  people = [undefined, customer.token, await anAdmin()];
});

/** Mostly who may: index into `people`. */
function personFor({ tags, security, operationId }: Operation): fc.Arbitrary<number> {
  const closed = security.length > 0 && !security.some((one) => Object.keys(one).length === 0);
  const owner = tags[0] === "Admin" || (tags[0] === "Sweets" && closed && operationId !== "purchaseSweet");
  return fc.oneof({ weight: 5, arbitrary: fc.constant(owner ? 2 : 1) }, { weight: 1, arbitrary: fc.nat(2) });
}

const pathValue = (kind: keyof typeof own) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.nat(3).map((n) => String(own[kind][n])) },
    { weight: 1, arbitrary: fc.integer({ min: 2 ** 30, max: 2 ** 31 - 1 }).map(String) },
    {
      weight: 1,
      // Not empty, not a step: that would be another path. Not the id of somebody's.
      arbitrary: anyText.filter((text) => text.isWellFormed() && !/^\.{0,2}$|[\t\n\r]|^\d{1,9}$/.test(text)),
    },
  );

function callsOf(path: string, operation: Operation) {
  const kind = operation.operationId === "deleteSweet" ? "doomed" : path.includes("/orders/") ? "orders" : "sweets";
  const schemas = (where: Parameter["in"]) =>
    Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === where)
        .map(({ name, schema }) => [
          name,
          fc.oneof(
            ...(name === "packId" ? [{ weight: 6, arbitrary: fc.nat(3).map((n) => own.packs[n]) }] : []),
            { weight: 6, arbitrary: valuesOf(schema) },
            { weight: 1, arbitrary: anyText },
          ),
        ]),
    );
  const content = operation.requestBody?.content ?? {};
  const json = content["application/json"];
  const bodies: fc.Arbitrary<unknown>[] = [fc.constant(undefined)];
  if (json) {
    // The ids in a body are ours or nobody's too.
    const body = fc
      .tuple(valuesOf(json.schema), fc.nat(3))
      .map(([value, n]) =>
        JSON.parse(JSON.stringify(value) ?? "null", (key, part) =>
          typeof part !== "number"
            ? part
            : key === "productId"
              ? own.sweets[n]
              : key === "packId"
                ? own.packs[part % 2 ? n : 0]
                : part,
        ),
      );
    bodies.push(body, body, body);
    bodies.push(fc.constant(json.example));
  }
  if (content["multipart/form-data"]) bodies.push(objectsOf(content["multipart/form-data"].schema).map(formOf));
  return fc.record({
    person: personFor(operation),
    at: fc.tuple(pathValue(kind), fc.nat(9)).map(([value, days]) =>
      path
        .replace("/api", "")
        .replace("{day}", addDays(today, days - 2))
        .replace(/\{\w+\}/, encodeURIComponent(value)),
    ),
    query: fc.record(schemas("query"), { requiredKeys: [] }),
    headers: fc.record(
      {
        "idempotency-key": fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }),
        "if-none-match": fc.oneof(fc.constant("*"), fc.string({ unit: "grapheme-ascii" })),
      },
      { requiredKeys: [] },
    ),
    body: fc.oneof(...bodies),
  });
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    form.append(name, name === "image" ? new Blob([text], { type: "image/png" }) : text);
  }
  return form;
}

test.each(
  operations.map(
    ({ path, method, operation }) => [operation.operationId, path, method.toUpperCase(), operation] as const,
  ),
)(
  "%s",
  async (id, path, method, operation) => {
    const property = fc.asyncProperty(callsOf(path, operation), async ({ person, at, query, headers, body }) => {
      // Signing out ends a token that the others need.
      const token = id === "logout" && person > 0 ? (await aCustomer()).token : people[person];
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [
          name,
          typeof value === "string" ? value : String(JSON.stringify(value) ?? ""),
        ]),
      );
      // A longer address never reaches the routes: Node answers 431.
      fc.pre(search.toString().length < 8_000);
      const { status } = await call(method, `${at}?${search}`, {
        token,
        headers: headers as Record<string, string>,
        body,
      });
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { ...boundsOfCalls, interruptAfterTimeLimit: limit / 2, markInterruptAsFailure: true });
  },
  limit,
);
