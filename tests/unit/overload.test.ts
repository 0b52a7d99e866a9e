// In which order requests are started, and what may be in progress: turns, bursts, room for bodies, and nothing that stays behind.
import { EventEmitter, once } from "node:events";
import http, { IncomingMessage, type Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { exportedMetric } from "@/lib/metrics";
import type { Turn } from "@/server/overload";
import { RawConnection } from "../support/raw";

let overload: typeof import("@/server/overload");
beforeEach(async () => {
  vi.resetModules();
  overload = await import("@/server/overload");
});

test("a page that this server asks itself for is no page that waits for the one before it", async () => {
  vi.doMock("@/server/api", () => ({}));
  vi.doMock("@/server/files", () => ({ readFiles: () => new Map() }));
  vi.doMock("@/server/next/route-templates", () => ({ routeTemplates: () => [] }));
  vi.doMock("@/server/next/action-names", () => ({ actionNames: () => new Map() }));
  const { answerer } = await import("@/server/answer");
  const { OWN_REQUEST, pageCacheState } = await import("@/server/page-cache/state");
  const answer = answerer("/shop/.next", async () => {});
  const kindOf = (secret: string) => {
    const request = Object.assign(new IncomingMessage(new net.Socket()), { method: "GET", url: "/products/plain" });
    request.headers = { host: "shop.test", [OWN_REQUEST]: secret };
    return answer({ request, response: new http.ServerResponse(request) } as Turn)?.kind;
  };
  expect([kindOf(pageCacheState().ownRequest), kindOf("guessed")]).toEqual(["form", "page"]);
});

const waiting = () => exportedMetric("mithaas_requests_waiting")?.read();
const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

describe("on real connections", () => {
  let server: Server;
  let url: string;
  const pending: (() => void)[] = [];
  const seen: string[] = [];
  /** Whose body asks for room, and who gives way. */
  let givesWay: (string | undefined)[] = [];

  beforeEach(async () => {
    seen.length = 0;
    pending.length = 0;
    server = http.createServer();
    overload.takeTurns(server, (turn) => {
      const { request, response } = turn;
      givesWay = overload.findRoom(turn).map((other) => other.request.url);
      seen.push(request.url ?? "");
      // As a web stream of the body does from Node.js 26 on, also when nobody reads it any more.
      if (request.url === "/now/listening") request.on("readable", () => {});
      if (request.url?.startsWith("/now")) return void response.end(request.url);
      const start = () =>
        new Promise<void>((resolve) => {
          response.once("close", resolve);
          pending.push(() => response.end(request.url));
        });
      return { kind: "call", start };
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`;

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
    // What comes with so many behind it is not even started.
    expect(seen).not.toContain("/b");
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
    await expect.poll(overload.countTurns).toBe(0);
    expect(seen.length).toBe(20);
  });

  test.each(["/now/unread", "/now/listening"])(
    "the rest of a body that was answered is read away, and the connection serves the next request: %s",
    async (path) => {
      const connection = new RawConnection(url);
      const size = 500_000;
      await connection.send(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${size}\r\n\r\n`);
      expect((await connection.answer())?.body).toBe(path);
      await connection.send("x".repeat(size), get("/now/next"));
      expect((await connection.answer())?.body).toBe("/now/next");
      connection.close();
    },
  );

  test("whose rest of a body does not come is gone after the silence of any other sender", async () => {
    const timeouts: number[] = [];
    server.prependListener("connection", (socket) => {
      const set = socket.setTimeout.bind(socket);
      socket.setTimeout = (ms: number) => {
        timeouts.push(ms);
        return set(ms);
      };
    });
    const connection = new RawConnection(url);
    await connection.send("POST /now HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 9\r\n\r\n");
    await connection.answer();
    await expect.poll(() => timeouts.at(-1)).toBe(overload.SILENCE_MS);
    connection.close();
  });

  describe("room for a body is made", () => {
    const MB = 1024 * 1024;
    const senders: RawConnection[] = [];
    const announce = async (path: string, bytes: number) => {
      const sender = new RawConnection(url);
      senders.push(sender);
      await sender.send(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${bytes}\r\n\r\n`);
      await expect.poll(() => seen).toContain(path);
      return sender;
    };
    /** Who gives way to another body, which is gone at once. */
    const giveWayTo = async (bytes: number) => {
      await announce(`/now/${senders.length}`, bytes);
      return givesWay;
    };

    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      for (const [path, text] of [
        ["/first", "bb"],
        ["/second", "a"],
        ["/third", "bb"],
        ["/fourth", "dddd"],
      ] as const)
        await (await announce(path, 5 * MB)).send(text);
      await announce("/small", 10_000);
      // What a connection has received is noted when it is looked at.
      await expect.poll(() => giveWayTo(6 * MB)).toEqual(["/second"]);
    });
    afterEach(() => {
      vi.useRealTimers();
      for (const sender of senders.splice(0)) sender.close();
    });

    test("by whom least has come from, while all send, and of two the older one", async () => {
      expect(await giveWayTo(14 * MB)).toEqual(["/first", "/second"]);
    });

    test("by those who have been silent for longest, but not for a moment", async () => {
      const keeping = async (bytes: number) => (await giveWayTo(bytes)).toSorted();
      vi.advanceTimersByTime(3_000);
      await senders[1]?.send("more");
      await expect.poll(() => keeping(19 * MB)).toEqual(["/first", "/fourth", "/third"]);
      vi.advanceTimersByTime(1_000);
      await senders[2]?.send("1");
      await expect.poll(() => keeping(14 * MB)).toEqual(["/first", "/fourth"]);
      expect(await keeping(19 * MB)).toEqual(["/first", "/fourth", "/third"]);
    });

    test("by nobody for a small one", async () => {
      expect(await giveWayTo(16_384)).toEqual([]);
    });
  });
});

describe("what is started, and how many may wait", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  type Asked = { request: { complete: boolean; socket: object }; response: EventEmitter; end: () => void };
  let server: EventEmitter;
  const asked = new WeakSet<object>();
  /** How long the work of a request keeps the event loop. */
  let milliseconds = 0;
  let kind: import("@/server/overload").Work["kind"] = "call";
  beforeEach(() => {
    milliseconds = 0;
    kind = "call";
    vi.useFakeTimers({ toFake: ["Date"] });
    server = new EventEmitter();
    overload.takeTurns(server as Server, ({ response }) => ({
      kind,
      start: async () => {
        for (const until = performance.now() + milliseconds; performance.now() < until; );
        asked.add(response);
      },
    }));
  });

  function connect() {
    const own = { destroyed: false, writableEnded: false, bytesRead: 0, setTimeout: () => {} };
    const socket = Object.assign(new EventEmitter(), own, {
      destroy() {
        socket.destroyed = true;
        socket.emit("close");
      },
    });
    server.emit("connection", socket as unknown as Socket);
    return socket;
  }
  function arrive(bytes = 0, isComplete = true): Asked {
    const socket = connect();
    const headers = { "content-length": String(bytes) };
    const request = Object.assign(new EventEmitter(), { socket, headers, complete: isComplete, resume: () => {} });
    const response = Object.assign(new EventEmitter(), { writableNeedDrain: false, headersSent: false });
    server.emit("request", request as unknown as IncomingMessage, response);
    const end = () => {
      response.emit("close");
      socket.destroy();
    };
    return { request, response, end };
  }
  /** A request behind another one on its connection. */
  function follow({ request: { socket } }: Asked, response: EventEmitter) {
    const request = Object.assign(new EventEmitter(), { socket, headers: {}, complete: true });
    server.emit("request", request, Object.assign(response, { writableNeedDrain: false, headersSent: false }));
  }
  const isStarted = ({ response }: Asked) => asked.has(response);
  /** Requests that come at the same time, when their work has been started. */
  async function come(count: number, isComplete = true): Promise<Asked[]> {
    const all = Array.from({ length: count }, () => arrive(0, isComplete));
    while (!all.every(isStarted)) await nextIteration();
    return all;
  }
  async function answer(some: Asked[]) {
    for (const { end } of some) end();
    await nextIteration();
  }
  /** Somebody new comes in each of so many iterations of the event loop. */
  async function goOn(iterations: number) {
    for (let i = 0; i < iterations; i++) {
      connect();
      await nextIteration();
    }
  }

  test("a burst of 1,999 is let in, two thousand are the most", async () => {
    await come(1999);
    expect(overload.isBusy("call")).toBe(false);
    await come(1);
    expect([overload.isBusy("call"), overload.isBusy("page")]).toEqual([true, true]);
  });

  test("when a hundred have waited for over a second, no more are let in until there are fewer", async () => {
    const calls = await come(300);
    vi.advanceTimersByTime(1_000);
    expect(overload.isBusy("call")).toBe(false);
    vi.advanceTimersByTime(1);
    expect(overload.isBusy("call")).toBe(true);
    await answer(calls.splice(0, 200));
    expect(overload.isBusy("call")).toBe(true);
    await answer(calls.splice(0, 1));
    expect(overload.isBusy("call")).toBe(false);
  });

  test("nothing is refused for another kind that waits", async () => {
    const kinds = ["page", "password", "form", "call"] as const;
    const busy: boolean[][] = [];
    for (kind of kinds) {
      for (let i = 0; i < 100; i++) arrive();
      await goOn(3); // those that can wait do
      vi.advanceTimersByTime(1_001);
      busy.push(kinds.map(overload.isBusy));
    }
    expect(busy).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ]);
  });

  test("who still sends or does not read waits for nobody", async () => {
    await come(2000, false);
    expect([waiting(), overload.isBusy("call")]).toEqual([0, false]);
    const slow = await come(2000);
    expect(overload.isBusy("call")).toBe(true);
    for (const { response } of slow) Object.assign(response, { writableNeedDrain: true });
    expect([waiting(), overload.isBusy("call")]).toEqual([0, false]);
  });

  test("from 7,200 connections on the oldest that has nothing to do gives way, and nobody who waits for us", async () => {
    const [first] = await come(1);
    const idle = Array.from({ length: 7_199 }, connect);
    expect(idle.filter(({ destroyed }) => destroyed)).toEqual([]);
    connect();
    expect(idle.findIndex(({ destroyed }) => !destroyed)).toBe(1);
    connect();
    expect(idle.findIndex(({ destroyed }) => !destroyed)).toBe(2);
    expect(first?.request).toMatchObject({ socket: { destroyed: false } });
  });

  describe("one page is rendered at a time", () => {
    let idle = 0;
    beforeEach(() => {
      idle = 1_000;
      vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle, active: 0, utilization: 0 }));
      kind = "page";
    });
    const some = () => Array.from({ length: 3 }, () => arrive());
    const settle = async () => {
      for (let i = 0; i < 5; i++) await nextIteration();
    };

    test("the next when its answer has gone", async () => {
      const [first, second, third] = some() as [Asked, Asked, Asked];
      await settle();
      expect([first, second, third].map(isStarted)).toEqual([true, false, false]);
      await answer([first]);
      await settle();
      expect([second, third].map(isStarted)).toEqual([true, false]);
    });

    test("while one waits for the database, the next when the event loop has had nothing to do", async () => {
      const [first, second, third] = some() as [Asked, Asked, Asked];
      await settle();
      idle += 4;
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect([first, second, third].map(isStarted)).toEqual([true, false, false]);
      idle += 1;
      await expect.poll(() => isStarted(second)).toBe(true);
      expect(isStarted(third)).toBe(false);
      idle += 5;
      await expect.poll(() => isStarted(third)).toBe(true);
    });

    test("the next when its client does not read, or sends", async () => {
      const [first, second, third] = some() as [Asked, Asked, Asked];
      await settle();
      Object.assign(first.response, { writableNeedDrain: true });
      await expect.poll(() => isStarted(second)).toBe(true);
      second.request.complete = false;
      await expect.poll(() => isStarted(third)).toBe(true);
    });

    test("calls are started beside it", async () => {
      const [, second] = some() as [Asked, Asked];
      await settle();
      kind = "call";
      await come(50);
      expect(isStarted(second)).toBe(false);
    });
  });

  describe("what can wait", () => {
    let now: number;
    const setTime = (milliseconds: number) => vi.spyOn(performance, "now").mockReturnValue(milliseconds);
    /** What can wait has just had its turn. */
    beforeEach(async () => {
      now = performance.now() + 60_000;
      setTime(now);
      arrive(20_000);
      await nextIteration();
      await nextIteration();
      setTime(now + 1);
    });

    test.each([
      ["a request with a large body to come", () => arrive(20_000)],
      [
        "a call about a password",
        () => {
          kind = "password";
          return arrive();
        },
      ],
    ])("%s is started when nobody new comes", async (_, come) => {
      const one = come();
      await nextIteration();
      await goOn(5);
      expect(isStarted(one)).toBe(false);
      await expect.poll(() => isStarted(one)).toBe(true);
    });

    test("a request behind another one is started when nobody new comes", async () => {
      const [one, next] = [arrive(), new EventEmitter()];
      follow(one, next);
      await nextIteration();
      one.response.emit("close");
      await goOn(5);
      expect(asked.has(next)).toBe(false);
      await expect.poll(() => asked.has(next)).toBe(true);
    });

    test("nothing is started behind an answer that ends its connection", async () => {
      const [one, next] = [arrive(), new EventEmitter()];
      follow(one, next);
      await nextIteration();
      Object.assign(one.request.socket, { writableEnded: true });
      one.response.emit("close");
      for (let i = 0; i < 5; i++) await nextIteration();
      expect(asked.has(next)).toBe(false);
    });

    test("what was given up meanwhile is not started", async () => {
      const one = arrive(20_000);
      Object.assign(one.response, { headersSent: true });
      for (let i = 0; i < 5; i++) await nextIteration();
      expect(isStarted(one)).toBe(false);
    });

    test("one of them is started every 25 milliseconds however many come", async () => {
      const bodies = Array.from({ length: 3 }, () => arrive(20_000));
      const started = () => bodies.filter(isStarted).length;
      await goOn(5);
      expect(started()).toBe(0);
      setTime(now + 30);
      await goOn(5);
      expect(started()).toBe(1);
      setTime(now + 60);
      await goOn(5);
      expect(started()).toBe(2);
    });

    test("a call is started before the passwords of two hundred who came first", async () => {
      kind = "password";
      const passwords: Asked[] = [];
      for (let i = 0; i < 200; i++) {
        passwords.push(arrive());
        await nextIteration();
      }
      kind = "call";
      await come(1);
      expect(passwords.filter(isStarted)).toEqual([]);
      await expect.poll(() => passwords.every(isStarted)).toBe(true);
    });
  });

  test("calls that take long are started one in each iteration of the event loop, so that others get their turn", async () => {
    let iterations = 0;
    let isOver = false;
    const count = () => {
      iterations++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    milliseconds = 6;
    await come(20);
    isOver = true;
    expect(iterations).toBeGreaterThanOrEqual(20);
  });
});
