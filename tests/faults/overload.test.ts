// nightly: waits for senders that are slower than the limit of silence, and for a shop with hundreds of visitors too many; guards server/overload.ts, server/answer.ts, lib/http/body.ts
// Senders who are slow, and refusals of a shop that has too much to do. The short form of those who stop: bodies.test.ts.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { aSender, expectRefused, json, KB, multipart, outcomes } from "./senders";
import { anInstance, call, contact, type Instance, inside } from "./shop";

let shop: Instance;
beforeAll(async () => {
  shop = await anInstance(inside);
});

test("300 who are silent are gone after 15 s and are no overload; one who is slow is served for longer than that", async () => {
  const silent = await Promise.all(
    Array.from({ length: 300 }, (_, i) =>
      i % 2
        ? aSender(shop, "/login", multipart, "Content-Length: 100", "--edge")
        : aSender(shop, "/api/contact", json, "Transfer-Encoding: chunked", "1\r\n{\r\n"),
    ),
  );
  const gone = outcomes(silent);
  let isOver = false;
  void gone.then(() => (isOver = true));
  const edges = ['--edge\r\nContent-Disposition: form-data; name="x"\r\n\r\n', "\r\n--edge--\r\n"] as const;
  const pieces = 200;
  const length = edges.join("").length + pieces * 10 * KB;
  const slow = await aSender(shop, "/admin", multipart, `Content-Length: ${length}`, edges[0]);
  const served = new Set<number>();
  for (let i = 0; i < pieces; i++) {
    await slow.send("x".repeat(10 * KB));
    // As many requests that wait for us would be called an overload after three seconds.
    if (!isOver && i % 5 === 0) served.add((await call(shop, "GET", "/api/sweets?limit=1")).status);
    if (!isOver && i % 25 === 0) served.add((await contact(shop)).status);
    await sleep(100); // its pace: 100 KB a second
  }
  expect(await gone).toEqual([408]);
  expect(isOver).toBe(true);
  expect([...served].sort()).toEqual([200, 201]);
  await slow.send(edges[1]);
  // It was read to its end: Next.js says that it is no form of this page.
  expect((await slow.answer(30_000))?.status).toBe(400);
  slow.close();
});

test("503 leaves the connection in order while more comes than can be served", { timeout: 300_000 }, async () => {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  onTestFinished(end);
  // Of each kind, since they are judged apart: pages and calls that are made for each request, and forms. Nobody gives up, since all their new
  // connections would then stand before that of the test.
  const form = { body: "", headers: { "content-type": "multipart/form-data; boundary=edge" } };
  const crowd = Array.from({ length: 600 }, async (_, i) => {
    const again = () =>
      i % 3 === 0
        ? call(shop, "GET", `/products?search=crowd${i}`, { patience: 300_000 })
        : i % 3 === 1
          ? call(shop, "GET", `/api/sweets?search=crowd${i}`, { patience: 300_000 })
          : call(shop, "POST", "/login", { ...form, patience: 300_000 });
    while (!isOver) if ((await again()).status === 503) await sleep(1_000); // their pace, as Retry-After says
  });
  // When some have been refused, others are let in again: a request may have to try more than once.
  // One that is let in waits for the rest of its body, and gets no answer so soon.
  for (const [path, framings] of [
    ["/api/contact", ["length", "chunks"]],
    ["/login", ["length"]], // a page takes no chunks, and says so at once
  ] as const)
    for (const framing of framings)
      for (const size of [2, 900 * KB])
        await vi.waitFor(() => expectRefused(shop, path, size, framing, 6_000), { timeout: 90_000, interval: 100 });
  end();
  await Promise.all(crowd);
  expect((await call(shop, "GET", "/api/health")).status).toBe(200);
});
