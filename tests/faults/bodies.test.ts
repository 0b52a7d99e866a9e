// Senders who stop in the middle, and refusals of a shop whose database is away. Slow: a sender is ended after 15 s of silence.
// More of them, and a shop that has too much to do: overload.test.ts.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { framed } from "../support/raw";
import { database } from "./database";
import { aSender, expectRefused, json, KB, multipart, outcomes } from "./senders";
import { anInstance, anOwner, call, contact, type Instance, inside, untilHealthy } from "./shop";

let shop: Instance;
let owner: string;
beforeAll(async () => {
  shop = await anInstance({ ...inside, HOST: "127.0.0.1" });
  owner = await anOwner(shop);
});

/** Room for the larger bodies of all senders together (docs/decisions/0027-edge-on-documented-interfaces.md). */
const ROOM = 24 * 1024 * KB;

test("senders who stall after 3 MB, and others who say nothing more, hold up nobody, cost no memory and are gone", async () => {
  const { header, parts } = framed("x".repeat(3_000_000), "chunks");
  const start = parts.slice(0, -1).join("");
  const unwanted: [path: string, ...lines: string[]][] = [
    ["/login", multipart, header, start],
    ["/api/sweets", multipart, header, start],
    ["/login", multipart, "Content-Length: 9900000", start],
  ];
  const wanted = [multipart, `Authorization: Bearer ${owner}`, "Content-Length: 5900000", "x".repeat(3_000_000)];
  const senders = (count: number) => [
    ...unwanted.map((lines) => aSender(shop, ...lines)),
    ...Array.from({ length: count }, () => aSender(shop, "/api/sweets", ...wanted)),
  ];
  // What a shop that has just started loads for its first requests is not what they cost.
  for (const connection of await Promise.all(senders(1))) connection.close();
  const before = await shop.held();
  const silent = await Promise.all(
    Array.from({ length: 40 }, (_, i) => {
      const [path, type] = i % 2 ? ["/login", multipart] : ["/api/contact", json];
      // Small enough to need no room, so that it need not give way to the others.
      return aSender(shop, path, type, "Content-Length: 100", "{");
    }),
  );
  const stalled = await Promise.all([1, 2, 3, 4, 5].flatMap(() => senders(4)));
  expect((await call(shop, "GET", "/api/sweets?limit=1")).status).toBe(200);
  expect((await contact(shop)).status).toBe(201);
  let isOver = false;
  const ended = Promise.all([outcomes(stalled), outcomes(silent)]).finally(() => (isOver = true));
  let most = 0;
  for (; !isOver; await sleep(500)) most = Math.max(most, (await shop.held()) - before);
  console.log(`They hold ${(most / KB / 1024).toFixed(1)} MiB at most`);
  const [refused, timedOut] = await ended;
  expect(refused.filter((status) => ![401, 408, 411, 413, 503].includes(status))).toEqual([]);
  expect(timedOut).toEqual([408]);
  expect(most).toBeLessThan(ROOM);
});

test("HOST is the only address that is listened on", async () => {
  expect((await call(shop, "GET", "/api/live")).status).toBe(200);
  // On systems that have more than one loopback address.
  expect((await call({ ...shop, url: shop.url.replace("127.0.0.1", "127.0.0.2") }, "GET", "/api/live")).status).toBe(0);
});

test("503 leaves the connection in order while the database is away", async () => {
  await database.stop();
  for (const framing of ["length", "chunks"] as const)
    for (const size of [2, 90 * KB, 900 * KB]) await expectRefused(shop, "/api/orders", size, framing);
  await database.start();
  await untilHealthy(shop);
});
