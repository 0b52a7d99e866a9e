// A page is sent again without asking Next for a few seconds, and never once it has been expired.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import zlib from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { compressResponse } from "@/server/compress-response";
import { expireCatalogue } from "@/server/page-cache/expire";
import { cacheRequest, encodedBody, serveCached, store } from "@/server/response-cache";

const HIT = { "x-nextjs-cache": "HIT", "cache-control": "s-maxage=300", "content-type": "text/html; charset=utf-8" };
/** The content that the handler below, which replaces Next, puts into its page of 3 KB. */
let version = 0;
/** Requests that reached the handler. */
let rendered = 0;
let more: Record<string, string> = {};
let status = 200;
let hold: Promise<void> | undefined;

const server = http.createServer(async (request, response) => {
  const cacheable = cacheRequest(request);
  if (cacheable && serveCached(cacheable, request, response)) return;
  compressResponse(request, response, cacheable && ((bodyKey) => store(cacheable, response, bodyKey)));
  rendered++;
  request.url = "/rewritten"; // as Next does
  const seen = version;
  await hold;
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries({ ...HIT, etag: `"${seen}"`, ...more })));
  response.end(`Version ${seen} `.repeat(300));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());
beforeEach(() => {
  version++;
  expireCatalogue();
  rendered = 0;
  more = {};
  status = 200;
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Shown = { status: number; version: number; headers: http.IncomingHttpHeaders; bytes: number };
const get = (path = "/page", headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Shown>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    http
      .request({ port, host: "127.0.0.1", path, headers, method }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => {
          const body = Buffer.concat(parts);
          const html = answer.headers["content-encoding"] === "br" ? zlib.brotliDecompressSync(body) : body;
          const shown = Number(/Version (\d+)/.exec(html.toString())?.[1]);
          resolve({ status: answer.statusCode ?? 0, version: shown, headers: answer.headers, bytes: body.length });
        });
      })
      .on("error", reject)
      .end();
  });

test("the second response repeats the first without asking Next", async () => {
  const first = await get();
  const second = await get();
  expect(rendered).toBe(1);
  const { date: _, ...headers } = first.headers;
  expect(second.headers).toMatchObject(headers);
  expect([second.status, second.version, second.bytes]).toEqual([200, version, first.bytes]);
});

test("each encoding and each address is stored apart", async () => {
  const packed = { "accept-encoding": "br" };
  await get();
  expect((await get("/page", packed)).headers["content-encoding"]).toBe("br");
  await get("/page?n=1");
  expect(rendered).toBe(3);
  expect((await get()).headers["content-encoding"]).toBeUndefined();
  const again = await get("/page", packed);
  expect([again.headers["content-encoding"], again.version]).toEqual(["br", version]);
  expect(rendered).toBe(3);
});

test("a client that has the page gets 304", async () => {
  const { headers } = await get("/page", { "accept-encoding": "br" });
  const again = await get("/page", { "accept-encoding": "br", "if-none-match": `${headers.etag}` });
  expect([again.status, again.bytes, rendered]).toEqual([304, 0, 1]);
  expect(again.headers.etag).toBe(headers.etag);
  for (const name of ["content-length", "content-encoding", "content-type"])
    expect(again.headers[name]).toBeUndefined();
  expect((await get("/page", { "if-none-match": '"other"' })).status).toBe(200);
});

test("after an expiry Next is asked again", async () => {
  await get();
  version++;
  expect((await get()).version).toBe(version - 1);
  expireCatalogue();
  expect((await get()).version).toBe(version);
  expect((await get()).version).toBe(version);
  expect(rendered).toBe(2);
});

test("a response that was rendered before an expiry is not stored after it", async () => {
  let go = () => {};
  hold = new Promise((resolve) => {
    go = resolve;
  });
  const old = get();
  await vi.waitFor(() => expect(rendered).toBe(1));
  version++;
  expireCatalogue();
  go();
  hold = undefined;
  expect((await old).version).toBe(version - 1);
  expect((await get()).version).toBe(version);
});

test("after ten seconds Next is asked again", async () => {
  await get();
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 9_000);
  await get();
  expect(rendered).toBe(1);
  vi.spyOn(performance, "now").mockReturnValue(now + 11_000);
  await sleep(10); // lru-cache reads the clock at most once a millisecond
  await get();
  expect(rendered).toBe(2);
});

test("responses are stored by the request headers that their Vary names", async () => {
  more = { vary: "Accept-Language, X-Preview" };
  const english = { "accept-language": "en" };
  const hindi = { "accept-language": "hi" };
  await get("/page", english);
  await get("/page", hindi);
  await get("/page", { ...hindi, "x-preview": "1" });
  expect(rendered).toBe(3);
  await get("/page", english);
  await get("/page", hindi);
  await get("/page", { ...hindi, "x-preview": "1" });
  // A header that no response varies by makes no difference.
  expect((await get("/page", { ...english, "x-other": "1" })).headers.vary).toBe(
    "Accept-Language, X-Preview, Accept-Encoding",
  );
  expect(rendered).toBe(3);
});

test("a response that varies by everything is not stored", async () => {
  more = { vary: "*" };
  await get();
  await get();
  expect(rendered).toBe(2);
});

test("clients that weigh encodings share what is stored for the one that they get", async () => {
  expect((await get("/page", { "accept-encoding": "br;q=0.1, gzip" })).headers["content-encoding"]).toBe("gzip");
  expect((await get("/page", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  expect(rendered).toBe(1);
});

test.each([
  ["rsc", "1"],
  ["next-action", "abc"],
  ["content-type", "multipart/form-data; boundary=a"],
  ["range", "bytes=0-1"],
])("a request with %s goes to Next", async (name, value) => {
  await get();
  await get("/page", { [name]: value });
  await get("/page", { [name]: value });
  expect(rendered).toBe(3);
});

test.each(["HEAD", "POST"])("%s goes to Next", async (method) => {
  await get();
  await get("/page", {}, method);
  expect(rendered).toBe(2);
});

test.each([
  ["stale", { "x-nextjs-cache": "STALE" }],
  ["made for one request", { "x-nextjs-cache": "" }],
  ["private", { "cache-control": "private, no-store" }],
  ["not a page", { "content-type": "text/x-component" }],
  ["sets a cookie", { "set-cookie": "a=b" }],
])("a response is not stored: %s", async (_, headers) => {
  more = headers;
  await get();
  await get();
  expect(rendered).toBe(2);
});

test("a missing page is not stored", async () => {
  status = 404;
  await get();
  await get();
  expect(rendered).toBe(2);
});

test("long addresses are not stored", async () => {
  for (let i = 0; i < 2; i++) await get(`/page?${"long".repeat(200)}`);
  expect(rendered).toBe(2);
});

test("pages are bounded in bytes: 2 MiB of headers and keys, the ones that were used last", async () => {
  const KIB = 1024;
  more = { "x-large": "x".repeat(10 * KIB) };
  const fitting = Math.floor((2 * KIB * KIB) / (11 * KIB));
  await get("/first");
  for (let i = 0; i < fitting; i++) await get(`/page?n=${i}`);
  expect(rendered).toBe(fitting + 1);
  await get("/first");
  expect(rendered).toBe(fitting + 1);
  // 40 of 10 KiB do not fit as well, so those that were stored first give way; /first was used since.
  for (let i = 0; i < 40; i++) await get(`/more?n=${i}`);
  rendered = 0;
  await get("/first");
  await get("/more?n=39");
  expect(rendered).toBe(0);
  await get("/page?n=0");
  expect(rendered).toBe(1);
});

test("bodies are bounded in bytes: 32 MiB, the ones that were used last", async () => {
  let made = 0;
  const body = (name: string) =>
    encodedBody(`bound ${name}`, "identity", () => {
      made++;
      return Buffer.alloc(1024 * 1024);
    });
  await body("first");
  for (let i = 0; i < 40; i++) await body(String(i));
  expect(made).toBe(41);
  await body("39");
  expect(made).toBe(41);
  await body("first");
  expect(made).toBe(42);
});

test("a body is compressed once, also for requests that come meanwhile", async () => {
  let made = 0;
  const body = () => {
    made++;
    return Buffer.from("Kaju katli ".repeat(1000));
  };
  const both = await Promise.all([encodedBody("once", "br", body), encodedBody("once", "br", body)]);
  expect(made).toBe(1);
  expect(both[0]).toBe(both[1]);
  expect(await encodedBody("once", "br", body)).toBe(both[0]);
  expect(made).toBe(1);
});
