// A page is answered without Next while it stands still, and never once it has been expired.
import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expireData } from "@/lib/page-cache/control";
import { compress } from "@/scripts/compression.mjs";
import { answerReady, keepReady, placeOf } from "@/scripts/ready.mjs";

const HIT = { "x-nextjs-cache": "HIT", "cache-control": "s-maxage=300", "content-type": "text/html; charset=utf-8" };
/** What stands in for Next: a page of 3 KB with its version. */
let version = 0;
let asked = 0;
let more: Record<string, string> = {};
let status = 200;
let hold: Promise<void> | undefined;

const server = http.createServer(async (request, response) => {
  const place = placeOf(request);
  if (answerReady(place, request, response)) return;
  compress(request, response, (body) => keepReady(place, response, body));
  asked++;
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
  expireData();
  asked = 0;
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

test("the second answer is the first again, without Next", async () => {
  const first = await get();
  const second = await get();
  expect(asked).toBe(1);
  const { date: _, ...headers } = first.headers;
  expect(second.headers).toMatchObject(headers);
  expect([second.status, second.version, second.bytes]).toEqual([200, version, first.bytes]);
});

test("each encoding and each address has its own", async () => {
  const packed = { "accept-encoding": "br" };
  await get();
  expect((await get("/page", packed)).headers["content-encoding"]).toBe("br");
  await get("/page?n=1");
  expect(asked).toBe(3);
  expect((await get()).headers["content-encoding"]).toBeUndefined();
  const again = await get("/page", packed);
  expect([again.headers["content-encoding"], again.version]).toEqual(["br", version]);
  expect(asked).toBe(3);
});

test("who has it already is told so", async () => {
  const { headers } = await get("/page", { "accept-encoding": "br" });
  const again = await get("/page", { "accept-encoding": "br", "if-none-match": `${headers.etag}` });
  expect([again.status, again.bytes, asked]).toEqual([304, 0, 1]);
  expect(again.headers.etag).toBe(headers.etag);
  for (const name of ["content-length", "content-encoding", "content-type"])
    expect(again.headers[name]).toBeUndefined();
  expect((await get("/page", { "if-none-match": '"other"' })).status).toBe(200);
});

test("after an expiry Next is asked again", async () => {
  await get();
  version++;
  expect((await get()).version).toBe(version - 1);
  expireData();
  expect((await get()).version).toBe(version);
  expect((await get()).version).toBe(version);
  expect(asked).toBe(2);
});

test("an answer that was begun before an expiry is not kept after it", async () => {
  let go = () => {};
  hold = new Promise((resolve) => {
    go = resolve;
  });
  const old = get();
  await vi.waitFor(() => expect(asked).toBe(1));
  version++;
  expireData();
  go();
  hold = undefined;
  expect((await old).version).toBe(version - 1);
  expect((await get()).version).toBe(version);
});

test("after ten seconds Next is asked again", async () => {
  await get();
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 9_000);
  await get();
  expect(asked).toBe(1);
  vi.spyOn(Date, "now").mockReturnValue(now + 11_000);
  await get();
  expect(asked).toBe(2);
});

test.each([
  ["rsc", "1"],
  ["next-action", "abc"],
  ["content-type", "multipart/form-data; boundary=a"],
  ["range", "bytes=0-1"],
])("a request with %s is for Next", async (name, value) => {
  await get();
  await get("/page", { [name]: value });
  await get("/page", { [name]: value });
  expect(asked).toBe(3);
});

test.each(["HEAD", "POST"])("%s is for Next", async (method) => {
  await get();
  await get("/page", {}, method);
  expect(asked).toBe(2);
});

test.each([
  ["stale", { "x-nextjs-cache": "STALE" }],
  ["made for one request", { "x-nextjs-cache": "" }],
  ["private", { "cache-control": "private, no-store" }],
  ["no page", { "content-type": "text/x-component" }],
  ["somebody's", { "set-cookie": "a=b" }],
])("what is %s is not kept", async (_, headers) => {
  more = headers;
  await get();
  await get();
  expect(asked).toBe(2);
});

test("a page that is not there is not kept", async () => {
  status = 404;
  await get();
  await get();
  expect(asked).toBe(2);
});

test("there is an end to the addresses that are kept", async () => {
  await get();
  await get(`/page?${"long".repeat(200)}`);
  await get(`/page?${"long".repeat(200)}`);
  expect(asked).toBe(3);
  for (let i = 0; i < 1000; i++) await get(`/page?n=${i}`);
  await get();
  expect(asked).toBe(1004);
  await get("/page?n=999");
  expect(asked).toBe(1004);
});
