// Who reads on the replica (docs/behaviour.md#reads-from-a-replica). Here its address leads to the primary, as that of a proxy may;
// tests/faults/replica.test.ts has a standby.
import { sql as query } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Executor, writeDb } from "@/db/client";
import { readOnReplica, replicaStatus, watchReplica } from "@/db/replica";
import { logout } from "@/lib/accounts/commands";
import type { User } from "@/lib/auth/actor";
import { readFromReplica } from "@/lib/auth/replica-queries";
import { findSession, recordWrite } from "@/lib/auth/session";
import { runRequest } from "@/lib/http/pipeline";
import { onePerProcess } from "@/lib/one-per-process";
import { aCustomer, anAdmin, signedIn } from "../support/factories";
import { sql } from "../support/sql";

vi.hoisted(() => {
  process.env.DATABASE_REPLICA_URL = process.env.DATABASE_URL;
});

const REPLICA = "mithaas replica";
const PRIMARY = "mithaas";
const connectionName = async (db: Executor) => {
  const [row] = await db.execute<{ name: string }>(query`select current_setting('application_name') as name`);
  return row?.name;
};

/** What a process keeps in its memory of who has written: another instance does not have it. */
const asOtherInstance = () => onePerProcess("users who wrote", () => new Map<number, number>()).clear();
/** As if so many seconds had passed since the user's last write. */
const later = (user: User, seconds: number) => {
  asOtherInstance();
  return sql`update sessions set wrote_at = wrote_at - ${seconds} * interval '1 second' where user_id = ${user.id}`;
};
/** Where a request with this token reads. */
const readerOf = async (token: string) => readFromReplica((await findSession(token)) as User, connectionName);

/** The user with two tokens, whose start is long ago. */
async function withTwoTokens() {
  const [first, second] = [await signedIn(await aCustomer(), "api"), { token: "" }];
  second.token = (await signedIn(first.actor, "api")).token;
  await later(first.actor, 60);
  return { user: first.actor, first: first.token, second: second.token };
}

beforeAll(() => watchReplica(process.env.DATABASE_REPLICA_URL ?? "", () => {}));
beforeEach(async () => {
  await expect.poll(() => readOnReplica(5_000, connectionName), { timeout: 10_000 }).toBe(REPLICA);
  expect(replicaStatus()).toEqual({ state: "in use", lagSeconds: expect.any(Number) });
});

describe("a read goes to the replica", () => {
  test("when its request has neither a cookie nor a token", async () => {
    await expect.poll(() => readFromReplica(new Headers(), connectionName)).toBe(REPLICA);
    expect(await readFromReplica(new Headers({ cookie: "mithaas_cart=abc" }), connectionName)).toBe(PRIMARY);
    expect(await readFromReplica(new Headers({ authorization: "Bearer abc" }), connectionName)).toBe(PRIMARY);
  });

  test("when it is that of a user who has not written lately", async () => {
    const { first } = await withTwoTokens();
    await expect.poll(() => readerOf(first)).toBe(REPLICA);
  });

  test("but not for five seconds after a write, by whichever token and in whichever instance", async () => {
    const { user, first, second } = await withTwoTokens();
    await recordWrite(user, writeDb());
    expect(await readFromReplica(user, connectionName)).toBe(PRIMARY); // looked up before the write
    asOtherInstance();
    expect([await readerOf(first), await readerOf(second)]).toEqual([PRIMARY, PRIMARY]);
    await later(user, 4);
    expect([await readerOf(first), await readerOf(second)]).toEqual([PRIMARY, PRIMARY]);
    await later(user, 1);
    await expect.poll(async () => [await readerOf(first), await readerOf(second)]).toEqual([REPLICA, REPLICA]);
  });

  test("nor after a login", async () => {
    const { token } = await signedIn(await anAdmin(), "browser");
    expect(await readerOf(token)).toBe(PRIMARY);
  });

  test("nor with another token after the one that wrote was signed out", async () => {
    const { user, second } = await withTwoTokens();
    await recordWrite(user, writeDb());
    await logout(user);
    asOtherInstance();
    expect(await readerOf(second)).toBe(PRIMARY);
  });

  test("nor while a write that ends its own session is noted", async () => {
    const { user, second } = await withTwoTokens();
    await sql`delete from sessions where id = ${user.sessionId}`;
    await recordWrite(user, writeDb());
    asOtherInstance();
    expect(await readerOf(second)).toBe(PRIMARY);
  });

  test("and every write through the pipeline is noted before its answer", async () => {
    const { user, second } = await withTwoTokens();
    await runRequest({
      headers: new Headers(),
      deadline: 9_000,
      isWrite: true,
      identify: async () => ({ actor: user, cartToken: null, byCookie: false }),
      authorise: () => {},
      parse: () => null,
      work: (_input, _caller, write) => write((db) => db.execute(query`select 1`)),
    });
    asOtherInstance();
    expect(await readerOf(second)).toBe(PRIMARY);
  });

  test("a note is written once a second at most", async () => {
    const { user } = await withTwoTokens();
    const noted = async () => {
      await recordWrite(user, writeDb());
      const [row] = await sql`select wrote_at::text as at from sessions where id = ${user.sessionId}`;
      return row?.at;
    };
    const at = await noted();
    expect(await noted()).toBe(at);
    await later(user, 1.1);
    expect((await noted()) > at).toBe(true);
  });
});

describe("a read that fails on the replica is done on the primary", () => {
  test.each<[string, (db: Executor) => Promise<unknown>]>([
    ["when the connection breaks", (db) => db.execute(query`select pg_terminate_backend(pg_backend_pid())`)],
    [
      "when a statement is cancelled",
      (db) => db.execute(query`select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)`),
    ],
    ["when it takes too long", (db) => db.execute(query`select pg_sleep(2)`)],
    ["when it is no read", (db) => db.execute(query`create temporary table t ()`)],
  ])("%s", async (_, work) => {
    const names: unknown[] = [];
    await readOnReplica(500, async (db) => {
      const name = await connectionName(db);
      names.push(name);
      if (name === REPLICA) await work(db);
    });
    expect(names).toEqual([REPLICA, PRIMARY]);
  });

  test("and what fails there too fails", async () => {
    await expect(readOnReplica(500, (db) => db.execute(query`select 1 / 0`))).rejects.toThrow();
  });
});

test("of many reads at once only some wait for the replica, the others go to the primary", async () => {
  const readAtOnce = () =>
    Array.from({ length: 100 }, () =>
      readOnReplica(20_000, async (db) => {
        await db.execute(query`select pg_sleep(0.01)`);
        return connectionName(db);
      }),
    );
  const countOnReplica = async () => (await Promise.all(readAtOnce())).filter((name) => name === REPLICA).length;
  await expect.poll(countOnReplica, { timeout: 20_000 }).toBe(32);
});
