// What is asked of the shop goes through one pipeline, whoever asks, in one order (docs/architecture.md#a-write).
import { expect, test } from "vitest";
import { z } from "zod";
import { anySweets, noLocks } from "@/db/write-slots";
import type { Actor, Customer, Staff, User } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { type Guard, noKey, noLimit, type Operation, operation, read } from "@/lib/http/operation";
import { keyOfForm, runRequest } from "@/lib/http/pipeline";

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
async function steps(by: Guard, actor: Actor, sent = headers): Promise<string[]> {
  const seen: string[] = [];
  const asked = operation({
    by,
    limit: noLimit,
    locks: noLocks,
    once: noKey,
    picture: async () => seen.push("picture"),
    run: async () => seen.push("run"),
  });
  await runRequest(asked as unknown as Operation, {
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
  // @ts-expect-error: a customer is no admin
  read({ by: "customer", run: async ({ actor }) => actor satisfies Staff });
  // @ts-expect-error: reading writes nothing
  read({ by: "orders:write", run: async ({ write }) => write });
});
