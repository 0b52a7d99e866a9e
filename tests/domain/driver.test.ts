// Faults of postgres.js itself (patches/README.md): what a failed query, a server that hangs up and a dead reserved
// connection leave behind for whoever comes next.
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

  test("one that hangs up at once: queries are refused in time, it is not asked without pause, and it is found again", async () => {
    const proxy = await aProxy();
    const sql = pool(proxy.url, { max: 2, connect_timeout: 0.5 });
    expect(await Promise.all([outcome(sql`select 1`), outcome(sql`select 2`), outcome(sql.reserve())])).toEqual([
      "CONNECTION_CLOSED",
      "CONNECTION_CLOSED",
      "CONNECTION_CLOSED",
    ]);
    // Each of the three tries every 100 ms, for half a second.
    expect(proxy.connects).toBeLessThan(30);
    proxy.isDown = false;
    expect(await outcome(sql`select 1 as one`.then(([row]) => row?.one))).toBe(1);
  });

  test("one that is back before the time is over answers whoever waited", async () => {
    const proxy = await aProxy();
    const sql = pool(proxy.url, { max: 1 });
    const waiting = outcome(sql`select 1 as one`.then(([row]) => row?.one));
    await vi.waitFor(() => expect(proxy.connects).toBeGreaterThan(2));
    proxy.isDown = false;
    expect(await waiting).toBe(1);
  });

  test("two hosts that are both down: queries are refused in time; with one of two up they are answered", async () => {
    const { username, password, pathname, host } = new URL(url());
    const down = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const at = (hosts: string[]) => `postgres://${username}:${password}@${hosts.join(",")}${pathname}`;
    const sql = pool(at(down), { max: 1, connect_timeout: 0.5 });
    expect(await outcome(sql`select 1`)).toMatch(/^(CONNECTION_CLOSED|ECONNREFUSED)$/);
    const half = pool(at([down[0] as string, host.replace("localhost", "127.0.0.1")]), { max: 1 });
    expect(await outcome(half`select 1 as one`.then(([row]) => row?.one))).toBe(1);
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

describe("a reserved connection that ends", () => {
  const answers = (sql: postgres.Sql) => outcome(sql`select 1 as one`.then(([row]) => row?.one));

  test.each([{ fetch_types: true }, { fetch_types: false }])(
    "refuses its holder, and the pool goes on before and after its release: %o",
    async (types) => {
      const [sql, other] = [pool(url(), { max: 1, ...types }), pool(url(), { max: 1 })];
      const held = await sql.reserve();
      const [{ pid } = { pid: 0 }] = await held<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const next = outcome(sql.reserve());
      const waiting = [outcome(held`select pg_sleep(5)`), outcome(held`select 1`)];
      await other`select pg_terminate_backend(${pid})`;
      for (const one of waiting) expect(["57P01", "CONNECTION_CLOSED"]).toContain(await one);
      expect(await outcome(held`select 1`)).toBe("CONNECTION_CLOSED");
      const second = (await next) as postgres.ReservedSql;
      expect(await answers(second)).toBe(1);
      held.release();
      expect(await answers(second)).toBe(1);
      second.release();
      expect(await Promise.all([answers(sql), answers(sql), answers(sql)])).toEqual([1, 1, 1]);
    },
  );
});
