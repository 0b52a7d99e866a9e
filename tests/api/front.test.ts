// What the server in front of Next.js settles for every request, pages too.
import { expect, test } from "vitest";
import { RawConnection } from "../support/raw";
import { aSweet, base } from "./shop";

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers, redirect: "manual", signal: AbortSignal.timeout(20_000) });

test.each([
  "/",
  "/?utm_source=mail",
  "/search?search=laddoo",
  "/listing/cakes",
  "/home/",
  "/products/",
  "/api/sweets/",
  "//home",
  "/account",
  "/admin",
])("a redirect carries a policy and the headers of every answer: %s", async (path) => {
  const { status, headers } = await get(path);
  expect([path, [301, 302, 303, 307, 308].includes(status), headers.has("location")]).toEqual([path, true, true]);
  expect(headers.get("content-security-policy")).toMatch(/^default-src '(none|self)'/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("nobody can have pictures resized by the address", async () => {
  for (const url of ["/logo.svg", "/icons/icon-192.png", "https://example.com/a.png", "/media/x.webp"])
    for (const width of [64, 640, 3840]) {
      const { status, headers } = await get(`/_next/image?url=${encodeURIComponent(url)}&w=${width}&q=75`);
      expect([url, width, status]).toEqual([url, width, 404]);
      expect(headers.get("content-type")).not.toMatch(/image/);
    }
});

test("a client cannot send what only Next.js says to itself", async () => {
  // The first request for a page makes the one that everybody gets: a policy that came with it would put its nonce there.
  const policies = ["content-security-policy", "content-security-policy-report-only"];
  for (const name of policies) {
    const { slug, name: title } = await aSweet();
    for (const headers of [{ [name]: "script-src 'nonce-madeup'" }, {}] as Record<string, string>[]) {
      const text = await (await get(`/products/${slug}`, headers)).text();
      expect([text.includes(title), text.includes("madeup")]).toEqual([true, false]);
    }
  }
  for (const name of [
    "x-nonce",
    "x-nextjs-data",
    "x-nextjs-html-request-id",
    "x-middleware-subrequest",
    "x-middleware-rewrite",
    "x-middleware-next",
    "x-middleware-set-cookie",
    "x-middleware-prefetch",
    "x-invoke-path",
    "x-matched-path",
    "x-prerender-revalidate",
    "x-prerender-revalidate-if-generated",
    "x-now-route-matches",
    "x-vercel-id",
    "next-resume",
  ]) {
    const page = await get("/login", { [name]: "madeup" });
    expect([name, page.status, page.headers.get("content-type")]).toEqual([name, 200, "text/html; charset=utf-8"]);
    expect([...page.headers.values()].join("\n")).not.toContain("madeup");
    expect((await page.text()).includes("madeup")).toBe(false);
  }
});

test("a request that offers a WebSocket is answered as any other", async () => {
  // Next has served pages by now, which is when it would begin to listen for upgrades.
  await get("/about");
  const connection = new RawConnection(base);
  await connection.send(
    `GET /about HTTP/1.1\r\nHost: ${connection.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const answer = await connection.answer();
  expect(answer?.status, "Next.js listens for upgrades: see server/next/create-app.ts").toBe(200);
  connection.close();
});

test("the API answers a request whose Host is no host of a URL", async () => {
  const connection = new RawConnection(base);
  await connection.send(`GET /api/sweets HTTP/1.1\r\nHost: 999.1.1.1\r\n\r\n`);
  expect((await connection.answer())?.status).toBe(200);
  connection.close();
});

test("files of the build carry the headers that matter for them, and not those that are for documents", async () => {
  const script = /\/_next\/static\/[^"\\]+\.js/.exec(await (await get("/about")).text())?.[0];
  const { status, headers } = await get(script ?? "");
  const carried = ["x-content-type-options", "referrer-policy", "content-security-policy"];
  const documents = ["permissions-policy", "cross-origin-opener-policy", "x-frame-options"];
  expect([status, ...[...carried, ...documents].filter((name) => headers.has(name))]).toEqual([200, ...carried]);
  const missing = await get("/_next/static/chunks/none.js");
  expect([missing.status, missing.headers.get("content-type")]).toEqual([404, expect.stringMatching(/^text\/plain/)]);
});

test("the encoding is the one that the client weighs highest", async () => {
  const encoding = async (accepted: string) =>
    (await get("/about", { "accept-encoding": accepted })).headers.get("content-encoding");
  // A page is sent from memory, with brotli, once it has been asked for again.
  await expect.poll(() => encoding("br")).toBe("br");
  expect(await encoding("gzip, deflate, br")).toBe("br");
  expect(await encoding("br;q=0.1, gzip")).toBe("gzip");
  expect(await encoding("identity;q=0, gzip")).toBe("gzip");
  expect(await encoding("identity")).toBeNull();
});
