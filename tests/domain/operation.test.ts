// What is asked of the shop goes through one pipeline, whoever asks, in one order (docs/architecture.md#a-write); and one key is one order
// (docs/behaviour.md#idempotency).
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { adminGet } from "@/app/admin/admin-response";
import type { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { driver, type Executor, writeDb } from "@/db/client";
import { type Permission, staffKinds } from "@/db/constants/auth";
import { anySweets, noLocks } from "@/db/write-slots";
import {
  type Actor,
  actorName,
  type Customer,
  isCustomer,
  type May,
  may,
  type Staff,
  type User,
} from "@/lib/auth/actor";
import { permissions } from "@/lib/auth/permissions";
import { AppError, constraintOf, faultCode, ServiceAway } from "@/lib/errors";
import { firstCartToken, requestHash, type StoredResponse, withIdempotency } from "@/lib/http/idempotency";
import {
  type Guard,
  noKey,
  noLimit,
  type Operation,
  operation,
  operationInSteps,
  permissionsOfGuard,
  read,
} from "@/lib/http/operation";
import { keyOfForm, runRequest } from "@/lib/http/pipeline";
import { placeOrder } from "@/lib/orders/place";
import { listOrders } from "@/lib/orders/queries";
import { atOnce, done, expectStockRight, refusal, refusals, unitsOf } from "../support/database";
import { aCustomer, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";

const visitor: Actor = { kind: "visitor", cartToken: null };
const user = (role: User["role"]) =>
  ({
    kind: "user",
    id: 1,
    name: "A",
    email: "a@b.in",
    role,
    staff: role === "admin" ? "manager" : null,
    sessionId: 1,
  }) as User;
const key: Actor = { kind: "key", id: 2, name: "Till", permissions: ["orders:read", "orders:write"] };
const headers = new Headers({ "sec-fetch-site": "same-origin" });

/** What happens, in order, when `actor` asks for an operation that `by` guards. */
function steps(by: Guard, actor: Actor, sent = headers): Promise<string[]> {
  const seen: string[] = [];
  const asked = operation({
    by,
    limit: noLimit,
    locks: noLocks,
    once: noKey,
    picture: async () => seen.push("picture"),
    run: async () => seen.push("run"),
  });
  return stepsOf(asked as unknown as Operation, actor, sent, seen);
}

async function stepsOf(asked: Operation, actor: Actor, sent = headers, seen: string[] = []): Promise<string[]> {
  await runRequest(asked, {
    session: "browser",
    headers: sent,
    identify: async () => {
      seen.push("identify");
      return { actor, cartToken: null, byCookie: true };
    },
    parse: async (caller) => {
      seen.push("parse");
      return { input: {}, image: { bytes: Buffer.from(""), isUpload: false }, key: null, caller };
    },
    answer: () => seen.push("answer"),
    store: () => ({ status: 200, json: "" }),
    restore: () => 0,
  }).catch((error) => seen.push(error instanceof AppError ? error.code : String(error)));
  return seen;
}

test("whoever may not ask is refused before what was sent is read", async () => {
  const rest = ["picture", "run", "answer"];
  // Staff and keys once more when the body has been read: their rights may have ended meanwhile.
  const done = (name: string) =>
    ["admin", "key"].includes(name) ? ["identify", "parse", "identify", ...rest] : ["identify", "parse", ...rest];
  const all = { visitor, customer: user("customer"), admin: user("admin"), key };
  const allowed = {
    public: ["visitor", "customer", "admin", "key"],
    guest: ["visitor", "customer", "admin", "key"],
    anyone: ["visitor", "customer", "admin", "key"],
    shopper: ["visitor", "customer"],
    user: ["customer", "admin"],
    session: ["customer", "admin"],
    "staff-session": ["admin"],
    customer: ["customer"],
    buyer: ["customer", "admin", "key"],
    "orders:write": ["admin", "key"],
    "refunds:write": ["admin"],
    "staff:write": [],
  };
  for (const [by, who] of Object.entries(allowed) as [Guard, (keyof typeof all)[]][])
    for (const [name, actor] of Object.entries(all) as [keyof typeof all, Actor][]) {
      const lacksPermission = String(by).includes(":") && name !== "customer" ? "permission" : "forbidden";
      const needsLogin = actor.kind === "visitor" ? "unauthorized" : lacksPermission;
      expect([by, name, await steps(by, actor)]).toEqual([
        by,
        name,
        who.includes(name) ? done(name) : ["identify", needsLogin],
      ]);
    }
});

test("every operation of staff refuses whoever lacks its permission before what was sent is read", async () => {
  const files = import.meta.glob<Record<string, Operation>>("../../lib/*/*operations.ts", { eager: true });
  const all = Object.entries(files).flatMap(([file, declared]) =>
    Object.entries(declared).map(([name, operation]) => [`${file} ${name}`, operation] as const),
  );
  const ofStaff = all.filter(([, { by }]) => permissionsOfGuard(by).length > 0);
  expect(ofStaff.length).toBeGreaterThan(60);
  const members = staffKinds.map((staff) => ({ ...user("admin"), staff }));
  for (const [name, operation] of ofStaff) {
    const needed = permissionsOfGuard(operation.by);
    const others = { ...key, permissions: permissions.filter((permission) => !needed.includes(permission)) };
    const refused = [visitor, user("customer"), ...members, others].filter(
      (actor) =>
        !needed.some((permission) => may(actor, permission)) && !(operation.by === "buyer" && isCustomer(actor)),
    );
    for (const actor of refused) {
      const code = actor.kind === "visitor" ? "unauthorized" : isCustomer(actor) ? "forbidden" : "permission";
      expect([name, actorName(actor), await stepsOf(operation, actor)]).toEqual([
        name,
        actorName(actor),
        ["identify", code],
      ]);
    }
  }
});

test("staff without the factor that the shop requires, and their keys, are refused before their permissions are looked at", async () => {
  const all = { admin: user("admin"), key };
  const allowed = { public: ["admin", "key"], guest: ["admin", "key"], session: ["admin"], "staff-session": ["admin"] };
  const guards = [
    ...(["public", "guest", "session", "staff-session", "anyone", "shopper", "user", "customer", "buyer"] as const),
    ...(["orders:write", "refunds:write", "staff:write"] as const),
    ["opening:read", "settings:read"] as const,
  ];
  for (const by of guards)
    for (const [name, actor] of Object.entries(all)) {
      const [, second] = await steps(by, { ...actor, lacksFactor: true });
      const open = (allowed as Record<string, string[]>)[String(by)];
      const refused = open ? "forbidden" : "second_factor_required";
      expect([by, name, second]).toEqual([by, name, open?.includes(name) ? "parse" : refused]);
    }
});

test("a write that a cookie speaks for and another site sends is refused before what was sent is read", async () => {
  expect(await steps("orders:write", user("admin"), new Headers({ origin: "https://elsewhere.example" }))).toEqual([
    "identify",
    "forbidden",
  ]);
});

test("the key of a form counts for what the operation names, and for nothing without a name", () => {
  const once = (once: unknown) => keyOfForm({ once } as Operation, { id: 7 }, "k")?.key;
  expect(once("checkout")).toBe("checkout:k");
  expect(once(({ id }: { id: number }) => `claim:${id}`)).toBe("claim:7:k");
  expect(once(noKey)).toBeUndefined();
  for (const key of [undefined, "", ["k"]]) expect(keyOfForm({ once: "checkout" } as Operation, {}, key)).toBeNull();
});

test("what follows a stored step is done again with its key, alone unless the step was undone", async () => {
  const buyer = await aCustomer();
  const seen: string[] = [];
  let fails: Error | null = null;
  const inSteps = operationInSteps({
    by: "customer",
    limit: noLimit,
    locks: noLocks,
    once: "pay",
    run: ({ write }) => write(async () => ({ number: seen.push("run") })),
    finish: async (_context, { number }, replayed) => {
      seen.push(replayed ? "again" : "finish");
      if (fails) throw fails;
      return { number };
    },
  });
  const caller = { actor: buyer, cartToken: null, byCookie: false };
  const key = { key: randomUUID(), hash: requestHash("POST", "/pay", "") };
  const ask = async () =>
    runRequest<StoredResponse>(inSteps as unknown as Operation, {
      session: "api",
      headers,
      identify: async () => caller,
      parse: async () => ({ input: {}, image: null, key, caller }),
      answer: (result) => ({ status: 200, json: JSON.stringify(result) }),
      store: (answer) => answer,
      restore: (stored) => stored,
    });
  fails = new ServiceAway("away", true);
  await expect(ask()).rejects.toThrow("away");
  fails = new AppError("service_unavailable", "busy");
  for (let times = 0; times < 2; times++) await expect(ask()).rejects.toThrow("busy");
  fails = null;
  expect(await ask()).toMatchObject({ answer: { json: '{"number":3}' }, replayed: true });
  expect(seen).toEqual(["run", "finish", "run", "finish", "again", "again"]);
});

test("each guard must be named, and says who the actor is", () => {
  const run = async () => "done";
  operation({ by: "orders:write", limit: noLimit, locks: noLocks, once: noKey, run });
  // @ts-expect-error: who may ask is not named
  operation({ limit: noLimit, locks: noLocks, once: noKey, run });
  // @ts-expect-error: the limit is not named
  operation({ by: "orders:write", locks: noLocks, once: noKey, run });
  // @ts-expect-error: the locks are not named
  operation({ by: "orders:write", limit: noLimit, once: noKey, run });
  // @ts-expect-error: nothing says whether a key counts
  operation({ by: "orders:write", limit: noLimit, locks: noLocks, run });
  // @ts-expect-error: a limit says what it counts
  operation({ by: "orders:write", limit: { name: "orders" }, locks: anySweets, once: noKey, run });
  // @ts-expect-error: who may ask is not named
  read({ run });
  const body = z.object({ id: z.number() });
  read({ by: "orders:write", body, run: async ({ actor, input }) => [actor, input.id] satisfies [Staff, number] });
  read({ by: "customer", run: async ({ actor }) => actor satisfies Customer });
  read({ by: "orders:write", run: async ({ actor }) => actor satisfies May<"orders:write"> & May<"orders:read"> });
  // @ts-expect-error: who may read orders may not change them
  read({ by: "orders:read", run: async ({ actor }) => actor satisfies May<"orders:write"> });
  // @ts-expect-error: another permission
  read({ by: "orders:write", run: async ({ actor }) => actor satisfies May<"payments:read"> });
  // @ts-expect-error: whoever has one of two may lack the other
  read({ by: ["opening:read", "settings:read"], run: async ({ actor }) => actor satisfies May<"opening:read"> });
  // @ts-expect-error: of whom nobody has checked anything
  (staff: Staff) => staff satisfies May<"orders:read">;
  // @ts-expect-error: a customer is no admin
  read({ by: "customer", run: async ({ actor }) => actor satisfies Staff });
  // @ts-expect-error: reading writes nothing
  read({ by: "orders:write", run: async ({ write }) => write });
});

test("a page of staff names at least one permission, and is sure of those alone that it names one by one", () => {
  type Two = "orders:read" | "staff:read";
  type Both = May<"orders:read"> & May<"staff:read">;
  const schema = z.object({});
  const asks = async (ask: typeof requireStaff, one: Two, list: Permission[]) => {
    (await ask("/admin", "orders:read", "staff:read")) satisfies Both;
    // @ts-expect-error: no permission
    ask("/admin");
    // @ts-expect-error: another permission
    (await ask("/admin", "orders:read")) satisfies May<"staff:read">;
    // @ts-expect-error: whoever has one of two may lack the other
    (await ask("/admin", one)) satisfies May<"orders:read">;
    // @ts-expect-error: nobody knows how many
    ask("/admin", ...list);
  };
  const gets = (get: typeof adminGet, one: Two, list: Permission[], respond: (staff: Both) => Promise<Response>) => {
    get(["orders:read", "staff:read"], schema, respond);
    // @ts-expect-error: no permission
    get([], schema, async () => new Response());
    // @ts-expect-error: one of two
    get([one], schema, respond);
    // @ts-expect-error: nobody knows how many
    get(list, schema, respond);
  };
  const titles = (title: typeof adminMetadataFor, one: Two, find: (staff: Both) => Promise<string>) => {
    title(["orders:read", "staff:read"], find);
    // @ts-expect-error: no permission
    title([], async () => "");
    // @ts-expect-error: one of two
    title([one], find);
  };
  expect([asks, gets, titles]).toHaveLength(3);
});

describe("the same key", () => {
  let buyer: Customer;
  beforeEach(async () => {
    buyer = await aCustomer();
  });
  afterAll(() => expectStockRight());

  const aKey = () => crypto.randomUUID();
  const order = (sweet: { id: number }, k: string, hash = "same", units = 1) =>
    withIdempotency(
      writeDb(),
      `user:${buyer.id}`,
      k,
      hash,
      async (tx): Promise<StoredResponse> => ({
        status: 201,
        json: JSON.stringify(await placeOrder(buyer, anOrder([[sweet, units]]), { channel: "api" }, tx)),
        location: "/api/orders/1",
      }),
    );

  test("30 times at once makes one order; requests while it runs are refused, later ones get its response", async () => {
    const [sweet, k] = [await aSweet({ quantity: 100 }), aKey()];
    const tries = await atOnce(30, () => order(sweet, k));
    expect(Object.keys(refusals(tries)).filter((code) => code !== "idempotency_key_in_use")).toEqual([]);
    const answers = done(tries);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect((await listOrders(buyer)).orders).toHaveLength(1);
    const { replayed, ...again } = await order(sweet, k);
    expect(replayed).toBe(true);
    const { replayed: _, ...first } = answers.find((answer) => !answer.replayed)!;
    expect(again).toEqual(first);
    expect(await unitsOf(sweet.id)).toEqual({ free: 99, held: 0, sold: 1 });
  });

  test("with another body is refused, and under another person is another key", async () => {
    const [sweet, k] = [await aSweet(), aKey()];
    await order(sweet, k);
    expect(await refusal(order(sweet, k, "other"))).toMatchObject({ code: "idempotency_key_reused" });
    buyer = await aCustomer();
    expect((await order(sweet, k, "other")).replayed).toBe(false);
  });

  test("is free again after a refusal and after a fault", async () => {
    const [sweet, k] = [await aSweet({ quantity: 1 }), aKey()];
    expect(await refusal(order(sweet, k, "two", 2))).toMatchObject({ code: "insufficient_stock" });
    await expect(
      withIdempotency(writeDb(), `user:${buyer.id}`, k, "fault", () => Promise.reject(new Error("fault"))),
    ).rejects.toThrow("fault");
    expect((await order(sweet, k, "one")).replayed).toBe(false);
  });

  test("does not cover what its work violates: a row that must be the only one is no running request", async () => {
    const twice = (tx: Executor) =>
      driver(
        tx,
      )`insert into users (email, password_hash, name) select email, '', name from users where id = ${buyer.id}`;
    const work = async (tx: Executor) => ({ status: 201, json: JSON.stringify(await twice(tx)) });
    const failure = await withIdempotency(writeDb(), `user:${buyer.id}`, aKey(), "twice", work).catch((error) => error);
    expect([faultCode(failure), constraintOf(failure)]).toEqual(["23505", "users_email"]);
  });

  test("is another key after 24 hours", async () => {
    const [sweet, k] = [await aSweet(), aKey()];
    await order(sweet, k);
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${k}`;
    expect((await order(sweet, k, "another day")).replayed).toBe(false);
    expect((await order(sweet, k, "another day")).replayed).toBe(true);
  });
});

test("a key leads to a visitor's first cart only from the same address, and only when it cannot be guessed", () => {
  const key = crypto.randomUUID();
  const token = firstCartToken(key, "203.0.113.7");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(firstCartToken(key, "203.0.113.7")).toBe(token);
  expect(firstCartToken(key, "203.0.113.8")).not.toBe(token);
  expect(firstCartToken(crypto.randomUUID(), "203.0.113.7")).not.toBe(token);
  expect(firstCartToken("x".repeat(15), "203.0.113.7")).toBeNull();
  expect(firstCartToken("x".repeat(16), "203.0.113.7")).not.toBeNull();
});
