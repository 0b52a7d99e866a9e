// What a connection, and all of them together, may have in progress: turns, bursts, room for bodies, and nothing that stays behind.
import { EventEmitter, once } from "node:events";
import http, { type IncomingMessage, type Server, type ServerResponse } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { exportedMetric } from "@/lib/metrics";
import { RawConnection } from "../support/raw";

let connections: typeof import("@/server/connections");
beforeEach(async () => {
  vi.resetModules();
  connections = await import("@/server/connections");
});

const waiting = () => exportedMetric("mithaas_requests_waiting")?.read();
const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

describe("on real connections", () => {
  let server: Server;
  let url: string;
  const pending: (() => void)[] = [];
  const seen: string[] = [];

  beforeEach(async () => {
    seen.length = 0;
    pending.length = 0;
    server = http.createServer();
    connections.takeTurns(
      server,
      (turn) => {
        const { request, response } = turn;
        connections.findRoom(turn);
        seen.push(request.url ?? "");
        if (request.url?.startsWith("/now")) return void response.end(request.url);
        const start = () =>
          new Promise<void>((resolve) => {
            response.once("close", resolve);
            pending.push(() => response.end(request.url));
          });
        return { kind: "call", start };
      },
      ({ response }) => response.writeHead(408, { connection: "close" }).end(),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`;

  describe("what can wait", () => {
    const post = (path: string, bytes: number) =>
      `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${bytes}\r\n\r\n`;
    let now: number;
    const setTime = (milliseconds: number) => vi.spyOn(performance, "now").mockReturnValue(milliseconds);
    afterEach(() => {
      vi.restoreAllMocks();
    });
    /** Eight requests wait, and what can wait has just had its turn. */
    beforeEach(async () => {
      now = performance.now() + 60_000;
      setTime(now);
      const before = new RawConnection(url);
      await before.send(get("/now/1") + get("/now/2"));
      for (const path of ["/now/1", "/now/2"]) expect((await before.answer())?.body).toBe(path);
      for (let i = 0; i < 8; i++) await new RawConnection(url).send(get("/other"));
      await expect.poll(() => pending.length).toBe(8);
    });

    test.each([
      ["a request behind another one", get("/now/a") + get("/now/b")],
      ["a request with a large body to come", post("/now/b", 20_000)],
    ])("%s is started when fewer than eight wait", async (_, text) => {
      const connection = new RawConnection(url);
      await connection.send(text);
      if (text.includes("/now/a")) expect((await connection.answer())?.body).toBe("/now/a");
      for (const request of [get("/now/c"), post("/now/c", 1_000)]) {
        const other = new RawConnection(url);
        await other.send(request);
        expect((await other.answer())?.body).toBe("/now/c");
      }
      expect(seen).not.toContain("/now/b");
      pending.shift()?.();
      expect((await connection.answer())?.body).toBe("/now/b");
    });

    test("one of them is started every 25 milliseconds however many wait", async () => {
      for (const path of ["/later/1", "/later/2"]) await new RawConnection(url).send(post(path, 20_000));
      const other = new RawConnection(url);
      await other.send(get("/now/c"));
      expect((await other.answer())?.body).toBe("/now/c");
      const started = () => seen.filter((path) => path.startsWith("/later"));
      expect(started()).toEqual([]);
      setTime(now + 30);
      await expect.poll(started).toEqual(["/later/1"]);
      setTime(now + 60);
      await expect.poll(started).toEqual(["/later/1", "/later/2"]);
    });
  });

  test("requests behind one another are answered one at a time, in order", async () => {
    const connection = new RawConnection(url);
    await connection.send(get("/a") + get("/now/b") + get("/c"));
    await expect.poll(() => pending.length).toBe(1);
    expect(seen).toEqual(["/a"]);
    pending.shift()?.();
    expect([(await connection.answer())?.body, (await connection.answer())?.body]).toEqual(["/a", "/now/b"]);
    await expect.poll(() => pending.length).toBe(1);
    pending.shift()?.();
    expect((await connection.answer())?.body).toBe("/c");
    connection.close();
  });

  test("eight may stand behind one; more end that connection and no other", async () => {
    const [patient, greedy] = [new RawConnection(url), new RawConnection(url)];
    await patient.send(get("/a") + get("/now").repeat(8));
    await greedy.send(get("/b") + get("/now").repeat(9));
    await greedy.ended();
    await expect.poll(() => pending.length).toBeGreaterThan(0);
    for (const end of pending.splice(0)) end();
    const bodies = [];
    for (let i = 0; i < 9; i++) bodies.push((await patient.answer())?.body);
    expect(bodies).toEqual(["/a", ...Array(8).fill("/now")]);
    patient.close();
  });

  test("nothing waits any more when connections with requests behind one another are reset", async () => {
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
        socket.on("error", () => {});
        await once(socket, "connect");
        socket.write(get("/slow").repeat(5));
        return socket;
      }),
    );
    await expect.poll(waiting).toBe(20);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(waiting).toBe(0);
    await expect.poll(connections.countTurns).toBe(0);
    expect(seen.length).toBe(20);
  });

  test("the rest of a body that was answered unread is read away, and the connection serves the next request", async () => {
    const connection = new RawConnection(url);
    const size = 500_000;
    await connection.send(`POST /now HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${size}\r\n\r\n`);
    expect((await connection.answer())?.body).toBe("/now");
    await connection.send("x".repeat(size), get("/now/next"));
    expect((await connection.answer())?.body).toBe("/now/next");
    connection.close();
  });

  describe("room for a body is made", () => {
    const MB = 1024 * 1024;
    const expecting = (bytes: number) => {
      const request = { headers: { "content-length": String(bytes) } } as unknown as IncomingMessage;
      return { request, response: {} as ServerResponse, since: Date.now() };
    };
    const givesWay = (bytes = 6 * MB) => connections.findRoom(expecting(bytes)).map(({ request }) => request.url);
    let senders: RawConnection[];

    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      senders = [];
      for (const [path, length, text] of [
        ["/first", 5 * MB, "a"],
        ["/second", 5 * MB, "bb"],
        ["/third", 5 * MB, "ccc"],
        ["/fourth", 5 * MB, "dddd"],
        ["/small", 10_000, ""],
      ] as const) {
        const sender = new RawConnection(url);
        senders.push(sender);
        await sender.send(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${length}\r\n\r\n`);
        await expect.poll(() => seen).toContain(path);
        await sender.send(text);
      }
      // What a connection has received is noted when it is looked at.
      await expect.poll(() => givesWay()).toEqual(["/first"]);
    });
    afterEach(() => {
      vi.useRealTimers();
      for (const sender of senders) sender.close();
    });

    test("by whom least has come from, while all send", () => {
      expect(givesWay()).toEqual(["/first"]);
    });

    test("by those who have been silent for longest", async () => {
      vi.advanceTimersByTime(3_000);
      await senders[0]?.send("more");
      await expect.poll(() => givesWay(19 * MB).toSorted()).toEqual(["/fourth", "/second", "/third"]);
      vi.advanceTimersByTime(1_000);
      await senders[1]?.send("more");
      await expect.poll(() => givesWay(14 * MB).toSorted()).toEqual(["/fourth", "/third"]);
    });

    test("by nobody for a small one", () => {
      expect(givesWay(16_384)).toEqual([]);
    });
  });
});

describe("how many may wait", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  type Asked = { response: EventEmitter; end: () => void };
  let server: EventEmitter;
  const asked = new WeakMap<object, () => void>();
  /** How long the work of a request keeps the event loop. */
  let milliseconds = 0;
  let kind: "call" | "page" | "password" = "call";
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    server = Object.assign(new EventEmitter(), { closeIdleConnections: () => {} });
    connections.takeTurns(
      server as Server,
      ({ response }) => ({
        kind,
        start: () =>
          new Promise((resolve) => {
            for (const until = performance.now() + milliseconds; performance.now() < until; );
            asked.set(response, resolve);
          }),
      }),
      () => {},
    );
  });

  function connect() {
    const destroy = () => {};
    const socket = Object.assign(new EventEmitter(), { destroyed: false, bytesRead: 0, bytesWritten: 0, destroy });
    server.emit("connection", socket as unknown as Socket);
    return socket;
  }
  function arrive(isComplete: boolean, bytes: number): Asked {
    const socket = connect();
    const request = { socket, headers: { "content-length": String(bytes) }, complete: isComplete };
    const response = Object.assign(new EventEmitter(), { writableNeedDrain: false });
    server.emit("request", request, response);
    const end = () => {
      response.emit("close");
      asked.get(response)?.();
      socket.emit("close");
    };
    return { response, end };
  }
  /** Requests that come at the same time, when their work has been started. */
  async function come(count: number, isComplete = true, bytes = 0): Promise<Asked[]> {
    const all = Array.from({ length: count }, () => arrive(isComplete, bytes));
    while (all.some(({ response }) => !asked.has(response))) await nextIteration();
    return all;
  }
  async function answer(some: Asked[]) {
    for (const { end } of some) end();
    await nextIteration();
  }

  test("a burst of 1,999 is let in, two thousand are the most", async () => {
    await come(1999);
    expect(connections.isBusy()).toBe(false);
    await come(1);
    expect(connections.isBusy()).toBe(true);
  });

  test("a number that stays high for three seconds is limited to 200 until half of it is answered", async () => {
    const burst = await come(500);
    expect(connections.isBusy()).toBe(false);
    vi.advanceTimersByTime(3001);
    expect(connections.isBusy()).toBe(true);
    await answer(burst.splice(0, 301));
    expect(connections.isBusy()).toBe(false);
    burst.push(...(await come(1)));
    expect(connections.isBusy()).toBe(true);
    await answer(burst.splice(0, 101));
    expect(connections.isBusy()).toBe(false);
    await come(500);
    expect(connections.isBusy()).toBe(false);
  });

  test("a burst that is served in time never counts as overload", async () => {
    for (let i = 0; i < 5; i++) {
      const burst = await come(500);
      expect(connections.isBusy()).toBe(false);
      vi.advanceTimersByTime(2000);
      await answer(burst);
      expect(connections.isBusy()).toBe(false);
    }
  });

  test("who still sends or does not read waits for nobody", async () => {
    await come(2000, false);
    expect([waiting(), connections.isBusy()]).toEqual([0, false]);
    const slow = await come(2000);
    expect(connections.isBusy()).toBe(true);
    for (const { response } of slow) Object.assign(response, { writableNeedDrain: true });
    expect([waiting(), connections.isBusy()]).toEqual([0, false]);
  });

  test("a call is started before the passwords of two hundred who came first, and one of those in 25 milliseconds", async () => {
    const now = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockReturnValue(now);
    await come(1); // what can wait has just had its turn
    kind = "password";
    const passwords: Asked[] = [];
    const started = () => passwords.filter(({ response }) => asked.has(response)).length;
    for (let i = 0; i < 200; i++) {
      passwords.push(arrive(true, 0));
      await nextIteration();
    }
    kind = "call";
    await come(1);
    expect(started()).toBe(0);
    vi.spyOn(performance, "now").mockReturnValue(now + 30);
    await come(1);
    expect(started()).toBe(1);
    await expect.poll(started).toBe(200);
  });

  test("what can wait is started when nobody new comes", async () => {
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    await come(1, true, 20_000); // what can wait has just had its turn
    const { response } = arrive(true, 20_000);
    for (let i = 0; i < 5; i++) {
      connect();
      await nextIteration();
    }
    expect(asked.has(response)).toBe(false);
    await expect.poll(() => asked.has(response)).toBe(true);
  });

  test.each([
    ["a call that takes long", "call", 6],
    ["a page", "page", 0],
  ] as const)(
    "%s is started once in each iteration of the event loop, so that others get their turn",
    async (_, what, ms) => {
      let iterations = 0;
      let isOver = false;
      const count = () => {
        iterations++;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      [kind, milliseconds] = [what, ms];
      await come(20);
      [kind, milliseconds] = ["call", 0];
      isOver = true;
      expect(iterations).toBeGreaterThanOrEqual(20);
    },
  );
});
