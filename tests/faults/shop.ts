// The built shop as processes that can be killed, and callers who keep an eye on the time.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { afterAll, expect } from "vitest";
import { ensureAdmin } from "@/lib/people/admin-commands";
import { freePort } from "@/scripts/ports";
import { signalGroup } from "@/scripts/processes.mjs";
import { startShop, stopShop } from "@/scripts/shop";
import { withTimeLimit } from "@/scripts/time-limit";
import { sql } from "../support/sql";

const build = process.env.TEST_BUILD ?? "";
if (!build) throw new Error("The fault tests need the built shop: run them with npm run test:faults");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-faults-"));
const log = path.join(folder, "server.log");
const running = new Set<Instance>();
afterAll(async () => {
  for (const instance of [...running]) await instance.kill();
  const lines = fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n") : [];
  const away: Record<string, number> = {};
  for (const line of lines) {
    const cause = line.includes('"status":503') && /"cause":"([^"]*)"/.exec(line)?.[1];
    if (cause) away[cause] = (away[cause] ?? 0) + 1;
    // What the shop itself did not expect, if anything: it answered 500 for it.
    if (line.includes('"level":"error"')) console.log(line.slice(0, 1_000));
  }
  console.log("503 for:", away);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** What the file's instances have written. */
export const logText = (): string => fs.readFileSync(log, "utf8");

export type Instance = {
  url: string;
  pid: number;
  /** Ends it as `npm start` does; answers the exit code. */
  stop: () => Promise<number | null>;
  /** Ends it as a power cut does. */
  kill: () => Promise<void>;
  terminate: () => void;
  /** Sets its clock, which goes on from there. Only with `inside`. */
  setClock: (now: number) => Promise<unknown>;
  /** The bytes that it holds when the garbage is collected. Only with `inside`. */
  held: () => Promise<number>;
};

/** Settings of an instance whose clock can be set and whose memory can be looked at (inside.cjs). */
export const inside = { NODE_OPTIONS: `--require=${path.join(import.meta.dirname, "inside.cjs")}` };

/** Starts an instance on the test's database. Its limits are on, and callers name the address that they are counted for. */
export async function anInstance(env: Record<string, string> = {}): Promise<Instance> {
  const port = await freePort();
  const { child, ready } = startShop(
    build,
    {
      ...process.env,
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
      DATA_DIR: folder,
      TRUST_PROXY: "on",
      RATE_LIMIT: "on",
      ...env,
    },
    log,
  );
  if (!(await ready)) throw new Error(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const ask = async (question: { now?: number }): Promise<number> => {
    const answer = once(child, "message");
    child.send(question);
    return (await answer)[0].held;
  };
  const instance: Instance = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      await stopShop(child);
      return ended;
    },
    kill: async () => {
      if (child.pid) signalGroup(child.pid, "SIGKILL");
      await ended;
    },
    terminate: () => child.kill("SIGTERM"),
    setClock: (now) => ask({ now }),
    held: () => ask({}),
  };
  running.add(instance);
  void ended.then(() => running.delete(instance));
  return instance;
}

/** A second instance, and the one whose turn it is. */
export async function twoInstances(env?: Record<string, string>) {
  const [a, b] = (await Promise.all([anInstance(env), anInstance(env)])) as [Instance, Instance];
  return { a, b, owner: await anOwner(a), either: (i: number) => (i % 2 ? a : b) };
}

export type HttpResponse = { status: number; headers: Headers; body: any };
type Call = { token?: string; cookie?: string; body?: unknown; headers?: Record<string, string>; patience?: number };

/** One request; never throws: a connection that is refused or breaks is status 0. Each comes from an address of its own. */
export async function call(at: Instance, method: string, where: string, options: Call = {}): Promise<HttpResponse> {
  const { token, cookie, body, headers, patience = 30_000 } = options;
  const address = `10.${randomBytes(3).join(".")}`;
  try {
    const [response, text] = await withTimeLimit(patience, async (signal) => {
      const got = await fetch(at.url + where, {
        method,
        headers: {
          "x-forwarded-for": address,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(cookie ? { cookie, origin: at.url } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
      return [got, await got.text()] as const;
    });
    const json = /json/.test(response.headers.get("content-type") ?? "") && text;
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  } catch {
    return { status: 0, headers: new Headers(), body: undefined };
  }
}

export const OWNER = { email: "owner@mithaas.test", password: `owner-${randomBytes(8).toString("hex")}` };
/** The owner's token. */
export async function anOwner(at: Instance): Promise<string> {
  await ensureAdmin(OWNER.email, OWNER.password);
  const { body } = await call(at, "POST", "/api/auth/login", { body: OWNER });
  return body.accessToken;
}

export type Person = { token: string; email: string; password: string };

export async function aPerson(at: Instance): Promise<Person> {
  const person = { email: `${randomBytes(8).toString("hex")}@mithaas.test`, password: "laddoo-1985" };
  const { status, body } = await call(at, "POST", "/api/auth/register", { body: person });
  expect([status, body.message]).toEqual([201, undefined]);
  return { ...person, token: body.accessToken };
}

const SESSION = "authjs.session-token";
/** The cookie of a browser in which a token's session is open. */
export const cookieOf = async (sid: string) =>
  `${SESSION}=${await encode({ token: { sid }, secret: process.env.AUTH_SECRET ?? "", salt: SESSION })}`;

export async function aSweetBy(at: Instance, owner: string, fields: object = {}): Promise<any> {
  const sweet = {
    name: `Sweet ${randomBytes(5).toString("hex")}`,
    category: "Cakes",
    description: "For a test.",
    price: 100,
    stock: 1000,
  };
  const { status, body } = await call(at, "POST", "/api/sweets", { token: owner, body: { ...sweet, ...fields } });
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

/** An instance with an owner, a customer and a sweet. */
export async function aStockedInstance(env?: Record<string, string>) {
  const shop = await anInstance(env);
  const owner = await anOwner(shop);
  const person = await aPerson(shop);
  const sweet: { id: number; slug: string } = await aSweetBy(shop, owner);
  return { shop, owner, person, sweet };
}

export const delivery = {
  recipientName: "Asha Rao",
  deliveryAddress: "12 Marine Drive, Mumbai",
  phoneNumber: "98200 00000",
};
/** An order of one unit of each, under a key when there is one. */
export const order = (at: Instance, token: string, ids: number[], key?: string) =>
  call(at, "POST", "/api/orders", {
    token,
    body: { items: ids.map((productId) => ({ productId, quantity: 1 })), delivery },
    headers: key ? { "idempotency-key": key } : {},
  });

/** A message of a visitor. */
export const contact = (at: Instance, fields: object = {}) => {
  const message = { name: "Asha", email: "asha@mithaas.test", phone: "9820000000", subject: "Diwali" };
  return call(at, "POST", "/api/contact", { body: { ...message, message: "Do you deliver?", ...fields } });
};

export const keys = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

/** Does all pieces of work, so many at a time; the results in their order. */
export async function abreast<T, R>(list: readonly T[], width: number, work: (one: T, i: number) => Promise<R>) {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < list.length; i = next++) results[i] = await work(list[i] as T, i);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** How often each outcome came: `{ 201: 50, "409 insufficient_stock": 10 }`. */
export function counted(answers: HttpResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? String(status) : `${status} ${body?.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** A 503 whose body is a problem that says when to try again. */
export function expectUnavailable(answer: HttpResponse) {
  expect(answer.status).toBe(503);
  expect(answer.headers.get("content-type")).toMatch("application/problem+json");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.body).toMatchObject({ status: 503, title: "Service Unavailable", code: "service_unavailable" });
  expect(answer.body.message).toBe(answer.body.detail);
}

/** Tries until it is true. After so many milliseconds it will not come to pass at all. */
export async function until(what: () => Promise<boolean> | boolean, atMost = 60_000): Promise<void> {
  for (const started = performance.now(); !(await what()); await sleep(20))
    if (performance.now() - started > atMost) throw new Error(`It did not come to pass within ${atMost} ms.`);
}

export const untilHealthy = (at: Instance) => until(async () => (await call(at, "GET", "/api/health")).status === 200);

/** Until nobody is in a transaction: what a process that died has committed is there, and the rest is undone. */
export const untilNothingRuns = () =>
  until(async () => {
    const [row] = await sql`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`;
    return row?.open === 0;
  });
