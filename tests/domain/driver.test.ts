// Faults of postgres.js itself (patches/README.md): what a failed query and a server that hangs up leave behind for whoever comes next.
import { once } from "node:events";
import net from "node:net";
import postgres from "postgres";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectionOptions } from "@/db/client";
import { freePort } from "@/scripts/ports";

const url = () => process.env.DATABASE_URL ?? "";
const options = { onnotice: () => {}, backoff: () => 0.1, connect_timeout: 20 };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
function pool(address: string, more: postgres.Options<Record<string, never>> = {}) {
  const sql = postgres(address, { ...options, ...more });
  ends.push(() => sql.end({ timeout: 1 }));
  return sql;
}

/** What became of `work`, or "hangs" when that is still undecided after a long time. */
const outcome = <T>(work: Promise<T>): Promise<unknown> =>
  Promise.race([
    work.catch((error: { code?: string }) => error.code),
    new Promise((resolve) => setTimeout(resolve, 15_000, "hangs")),
  ]);

describe("after a query that fails between its rows, the next result on the connection has no holes", () => {
  const expectWhole = async (sql: postgres.Sql) => {
    const rows = await sql`select g from generate_series(1, 3) g`;
    expect(rows.map((row) => row?.g)).toEqual([1, 2, 3]);
  };

  test("when the query itself fails", async () => {
    const sql = pool(url(), { max: 1 });
    await sql`select 1`;
    expect(await outcome(sql`select repeat('x', 9000), 1 / (${30}::int - g) from generate_series(1, 50) g`)).toBe(
      "22012",
    );
    await expectWhole(sql);
  });

  test("when its time is over", async () => {
    const sql = pool(url(), { max: 1, connection: { statement_timeout: 300 } });
    await sql`select 1`;
    const slow = sql`select repeat('x', 9000), case when g > 20 then pg_sleep(0.1) end from generate_series(1, 50) g`;
    expect(await outcome(slow)).toBe("57014");
    await expectWhole(sql);
  });

  test("when its connection ends, which is opened again", async () => {
    const [sql, other] = [pool(url(), { max: 1 }), pool(url(), { max: 1 })];
    const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const slow = sql`select repeat('x', 9000), case when g > 20 then pg_sleep(0.5) end from generate_series(1, 50) g`;
    const failed = outcome(slow);
    await vi.waitFor(async () => {
      const sleeping = await other`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
      expect(sleeping).toHaveLength(1);
    });
    await other`select pg_terminate_backend(${pid})`;
    expect(["57P01", "CONNECTION_CLOSED"]).toContain(await failed);
    await expectWhole(sql);
  });
});

describe("a connection that is lost", () => {
  /** A pool of one connection, whose socket can be cut. */
  function aPoolToCut() {
    const { hostname, port } = new URL(url());
    let socket: net.Socket | undefined;
    const connect = async () => {
      socket = net.connect(Number(port), hostname);
      await once(socket, "connect");
      return socket;
    };
    const sql = pool(url(), { max: 1, socket: connect } as object);
    return { sql, cut: (error?: Error) => socket?.destroy(error) };
  }
  const one = (sql: postgres.ISql) => outcome(sql`select 1 as one`.then(([row]) => row?.one));
  const reset = () => Object.assign(new Error("reset"), { code: "ECONNRESET" });

  test("with an error: the answers of the next transaction are its own", async () => {
    const { sql, cut } = aPoolToCut();
    // Its rollback is sent when the error is known and the connection not yet closed.
    const lost = sql.begin(async (tx) => {
      const asleep = tx`select pg_sleep(5)`.execute();
      setImmediate(cut, reset());
      await asleep;
    });
    expect(await outcome(lost)).toBe("CONNECTION_CLOSED");
    const next = sql.begin((tx) => Promise.all([1, 2].map((n) => tx`select ${n}::int as n`)));
    expect(await outcome(next.then((found) => found.map(([row]) => row?.n)))).toEqual([1, 2]);
  });

  test("with an error: what is asked before it has closed is refused", async () => {
    const { sql, cut } = aPoolToCut();
    await one(sql);
    const asleep = outcome(sql`select pg_sleep(5)`);
    setImmediate(cut, reset());
    expect(await asleep).toBe("ECONNRESET");
    expect(await outcome(sql.begin((tx) => one(tx)))).toBe("CONNECTION_CLOSED");
    expect(await outcome(sql.begin((tx) => one(tx)))).toBe(1);
  });

  test("with something unsent, which the next connection does not send", async () => {
    const { sql, cut } = aPoolToCut();
    await one(sql);
    const unsent = new Promise<unknown>((resolve) =>
      setImmediate(() => {
        resolve(outcome(sql`select 2`));
        cut();
      }),
    );
    expect(await unsent).toBe("CONNECTION_CLOSED");
    expect(await one(sql)).toBe(1);
  });

  test("ends its transaction, which does nothing more on the next one", async () => {
    const { sql, cut } = aPoolToCut();
    const more: unknown[] = [];
    const lost = sql.begin(async (tx) => {
      await one(tx);
      setImmediate(cut);
      more.push(await outcome(tx`select pg_sleep(5)`));
      more.push(await one(sql), await one(tx));
    });
    expect(await outcome(lost)).toBe("CONNECTION_CLOSED");
    await vi.waitFor(() => expect(more).toEqual(["CONNECTION_CLOSED", 1, "CONNECTION_CLOSED"]));
  });

  test("does not keep its pool from ending", async () => {
    const { sql, cut } = aPoolToCut();
    await one(sql);
    setImmediate(cut);
    expect(await outcome(sql`select pg_sleep(5)`)).toBe("CONNECTION_CLOSED");
    expect(await outcome(sql.end())).toBeUndefined();
  });
});

test("a transaction that begins behind a hundred queries of its connection has it to itself", async () => {
  const sql = pool(url(), { max: 1 });
  await sql`select 1`;
  const queries = Array.from({ length: 100 }, () => sql`select 1`.execute());
  expect(await outcome(sql.begin((tx) => tx`select 2 as two`.then(([row]) => row?.two)))).toBe(2);
  await Promise.all(queries);
});

describe("a server that cannot be reached", () => {
  /** Accepts and ends each connection, as a proxy does whose database is down; passes them on once it is back. */
  async function aProxy() {
    const { hostname, port } = new URL(url());
    const state = { connects: 0, isDown: true, url: "" };
    const server = net.createServer((socket) => {
      state.connects++;
      socket.on("error", () => {});
      if (state.isDown) return socket.end();
      const onward = net.connect(Number(port), hostname);
      onward.on("error", () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.unshift(() => server.close());
    const target = new URL(url());
    target.hostname = "127.0.0.1";
    target.port = String((server.address() as net.AddressInfo).port);
    state.url = target.href;
    return state;
  }

  test("one that hangs up at once: queries are refused, each after one try, and it is found again", async () => {
    const proxy = await aProxy();
    const sql = pool(proxy.url, { max: 2 });
    const queries = [outcome(sql`select 1`), outcome(sql`select 2`), outcome(sql.begin((tx) => tx`select 3`))];
    expect(await Promise.all(queries)).toEqual(["CONNECTION_CLOSED", "CONNECTION_CLOSED", "CONNECTION_CLOSED"]);
    expect(proxy.connects).toBe(3);
    proxy.isDown = false;
    expect(await outcome(sql`select 1 as one`.then(([row]) => row?.one))).toBe(1);
  });

  test("two hosts that are both down: queries are refused; with one of two up they are answered", async () => {
    const proxy = await aProxy();
    const { username, password, pathname, host } = new URL(proxy.url);
    const sql = pool(`postgres://${username}:${password}@127.0.0.1:${await freePort()},${host}${pathname}`, { max: 1 });
    expect(await outcome(sql`select 1`)).toBe("CONNECTION_CLOSED");
    proxy.isDown = false;
    expect(await outcome(sql`select 1 as one`.then(([row]) => row?.one))).toBe(1);
  });
});

test("a pool of the shop that is closed while its connection begins refuses the query, and leaves no rejection to nobody", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  ends.push(() => process.off("unhandledRejection", unhandled));
  const sent: string[] = [];
  const debug = (_: number, query: string) => {
    sent.push(query);
    void sql.end({ timeout: 0 });
  };
  const sql = postgres(url(), { ...connectionOptions, max: 1, debug });
  expect(await outcome(sql`select pg_sleep(1)`)).toBe("CONNECTION_DESTROYED");
  await new Promise((resolve) => setImmediate(resolve)); // Node tells of a rejection when nobody has taken it by then
  expect(unhandled).not.toHaveBeenCalled();
  expect(sent).toEqual(["select pg_sleep(1)"]);
});

test("lists of numbers and texts go to the server and back", async () => {
  const sql = postgres(url(), { ...connectionOptions, max: 1 });
  ends.push(() => sql.end({ timeout: 1 }));
  const [numbers, texts] = [
    [1, -2],
    ["a,b", '"c"', "d\\e", "{}", ""],
  ];
  const [row] = await sql`select ${numbers}::int[] as numbers, ${texts}::text[] as texts, '{}'::int[] as none`;
  expect(row).toEqual({ numbers, texts, none: [] });
  // From the second time on it is known that this text is a list.
  for (const ids of ["{1}", "{2}"]) expect(await sql`select from unnest(${ids}::int[])`).toHaveLength(1);
});
