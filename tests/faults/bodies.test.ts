// Senders who stop in the middle, many of them at once, and refusals of a shop that cannot answer. Slow: senders must be silent for the
// 15 s after which the shop ends them, three times.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { framed, RawConnection } from "../support/raw";
import { residentMiB } from "./attack";
import { database } from "./database";
import { anInstance, call, type Instance, sleep, until } from "./shop";

let shop: Instance;
beforeAll(async () => {
  shop = await anInstance();
});
afterAll(() => shop.stop());

const KB = 1024;
const multipart = "Content-Type: multipart/form-data; boundary=edge";
const json = "Content-Type: application/json";

/** A connection on which the head of a request and a part of its body were sent. */
async function aSender(path: string, ...lines: string[]): Promise<RawConnection> {
  const connection = new RawConnection(shop.url);
  const [body = "", ...fields] = lines.reverse();
  await connection.send(
    `${[`POST ${path} HTTP/1.1`, `Host: ${connection.host}`, ...fields].join("\r\n")}\r\n\r\n`,
    ...(body.match(/[\s\S]{1,65536}/g) ?? []),
  );
  return connection;
}

test.each(["/login", "/api/sweets"])(
  "300 senders to %s of 9.9 MB that stall after 3 cost no more than 64 MB, and are gone",
  async (path) => {
    // What a thousand connections cost a shop that has just started is not what these bodies cost.
    const small = framed(" ".repeat(10 * KB), "chunks");
    for (let round = 0; round < 3; round++)
      await Promise.all(
        Array.from({ length: 300 }, async () => {
          const connection = await aSender(path, multipart, small.header, small.parts.join(""));
          expect((await connection.answer(30_000))?.status).toBeGreaterThan(200);
          connection.close();
        }),
      );
    const before = residentMiB(shop) ?? 0;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMiB(shop) ?? 0);
    }, 100);
    const { header, parts } = framed("x".repeat(3_000_000), "chunks");
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        const [framing, body] = i % 10 ? [header, parts.slice(0, -1).join("")] : ["Content-Length: 9900000", "x"];
        const connection = await aSender(path, multipart, framing, body);
        const answer = await connection.answer(45_000);
        await connection.ended(45_000);
        connection.close();
        return answer?.status ?? 0;
      }),
    );
    clearInterval(watch);
    for (const status of new Set(statuses)) expect([0, 401, 408, 411, 413, 503]).toContain(status);
    console.log(`${path}: from ${Math.round(before)} to ${Math.round(most)} MiB`);
    expect(most - before).toBeLessThan(64);
    expect((await call(shop, "GET", "/api/live")).status).toBe(200);
  },
);

test("a sender that is silent for 15 s is gone and holds up nobody; one that is slow is served", async () => {
  const silent = await Promise.all(
    Array.from({ length: 300 }, (_, i) =>
      i % 2
        ? aSender("/login", multipart, "Content-Length: 100", "--edge")
        : aSender("/api/contact", json, "Transfer-Encoding: chunked", "1\r\n{\r\n"),
    ),
  );
  const since = performance.now();
  // 100 KB a second, for longer than anybody may be silent.
  const slow = (async () => {
    const edges = ['--edge\r\nContent-Disposition: form-data; name="x"\r\n\r\n', "\r\n--edge--\r\n"] as const;
    const length = edges.join("").length + 200 * 10 * KB;
    const connection = await aSender("/admin", multipart, `Content-Length: ${length}`, edges[0]);
    for (let i = 0; i < 200; i++) {
      await connection.send("x".repeat(10 * KB));
      await sleep(100);
    }
    await connection.send(edges[1]);
    const answer = await connection.answer(30_000);
    connection.close();
    return answer?.status;
  })();
  const served = new Set<number>();
  const gone = Promise.all(
    silent.map(async (connection) => {
      const answer = await connection.answer(40_000);
      await connection.ended();
      connection.close();
      return answer?.status;
    }),
  ).then((statuses) => ({ statuses: [...new Set(statuses)], after: performance.now() - since }));
  // As many requests that wait for us would have been called an overload after three seconds.
  while (performance.now() - since < 8_000) {
    served.add((await call(shop, "GET", "/api/sweets?limit=1")).status);
    served.add((await call(shop, "POST", "/api/contact", { body: {} })).status);
    await sleep(200);
  }
  expect([...served].sort()).toEqual([200, 422]);
  const { statuses, after } = await gone;
  expect(statuses).toEqual([408]);
  expect(after).toBeGreaterThan(13_000);
  expect(after).toBeLessThan(25_000);
  // It was read to its end: Next.js says that it is no form of this page.
  expect(await slow).toBe(400);
});

test("HOST is the only address that is listened on", async () => {
  const everywhere = { ...shop, url: shop.url.replace("127.0.0.1", "127.0.0.2") };
  // Not every system has more than one loopback address.
  if ((await call(everywhere, "GET", "/api/live")).status === 0) return;
  const instance = await anInstance({ HOST: "127.0.0.1" });
  expect((await call(instance, "GET", "/api/live")).status).toBe(200);
  const other = { ...instance, url: instance.url.replace("127.0.0.1", "127.0.0.2") };
  expect((await call(other, "GET", "/api/live")).status).toBe(0);
  await instance.stop();
});

describe("503 leaves the connection in order", () => {
  /** Refused before the body has come; then the connection ends, or what follows is answered. */
  async function expectRefused(path: string, size: number, framing: "length" | "chunks", patience = 60_000) {
    const { header, parts } = framed(" ".repeat(size), framing);
    const connection = await aSender(path, json, "Authorization: Bearer nobody", header, "");
    const [first = "", ...rest] = parts;
    try {
      await connection.send(first);
      const answer = await connection.answer(patience);
      expect([path, answer?.status]).toEqual([path, 503]);
      expect(answer?.head).toMatch(/^retry-after: \d/im);
      await connection.send(...rest, `GET /api/live HTTP/1.1\r\nHost: ${connection.host}\r\n\r\n`);
      const next = await connection.answer();
      if (next) expect(next.status).toBe(200);
      else await connection.ended();
    } finally {
      connection.close();
    }
  }
  const everySize = async (refused: typeof expectRefused, path: string, sizes = [2, 90 * KB, 900 * KB]) => {
    // A page takes no chunks, and says so at once.
    const framings = path.startsWith("/api/") ? (["length", "chunks"] as const) : (["length"] as const);
    for (const framing of framings) for (const size of sizes) await refused(path, size, framing);
  };

  test("while the database is away", async () => {
    await database.stop();
    await everySize(expectRefused, "/api/orders");
    await database.start();
    await until(async () => (await call(shop, "GET", "/api/health")).status === 200);
  });

  test("while more comes than can be served", { timeout: 300_000 }, async () => {
    let stop = false;
    // Pages that are made for each request. Who is refused comes again after a second, as Retry-After says; nobody gives up, since all
    // their new connections would then stand before that of the test.
    const crowd = Array.from({ length: 500 }, async (_, i) => {
      const again = () => call(shop, "GET", `/products?search=crowd${i}`, { patience: 300_000 });
      while (!stop) if ((await again()).status === 503) await sleep(1_000);
    });
    // The queue stays limited for seconds, then a burst is accepted again: a request may have to try more than once.
    for (const path of ["/api/contact", "/login"])
      await everySize(
        // One that is let in waits for the rest of its body, and gets no answer so soon.
        (path, size, framing) =>
          vi.waitFor(() => expectRefused(path, size, framing, 6_000), { timeout: 90_000, interval: 100 }),
        path,
        [2, 900 * KB],
      );
    stop = true;
    await Promise.all(crowd);
    expect((await call(shop, "GET", "/api/health")).status).toBe(200);
  });
});
