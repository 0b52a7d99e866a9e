// Responses are compressed as the request allows, once for what does not change; nothing else about them changes.
import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressResponse } from "@/server/compress-response";

const text = "Kaju katli, gulab jamun, jalebi. ".repeat(200);
const PAGE = { "content-type": "text/html; charset=utf-8", etag: '"page"', "cache-control": "s-maxage=3600" };
const routes: Record<string, (response: http.ServerResponse, request: http.IncomingMessage) => void> = {
  "/page": (response) => response.setHeaders(new Map(Object.entries(PAGE))).end(text),
  "/chunks": (response) => {
    response.setHeaders(new Map(Object.entries(PAGE)));
    response.flushHeaders();
    for (let i = 0; i < text.length; i += 1000) response.write(text.slice(i, i + 1000));
    response.end();
  },
  "/json": (response) => {
    response
      .setHeader("content-type", "application/json")
      .setHeader("etag", '"json"')
      .setHeader("cache-control", "no-cache");
    response.setHeader("content-length", text.length).end(text);
  },
  "/small": (response) => response.setHeaders(new Map(Object.entries(PAGE))).end("Small"),
  "/picture": (response) => response.setHeader("content-type", "image/webp").setHeader("etag", '"x"').end(text),
  "/_next/static/chunks/a.js": (response) => {
    response.setHeader("content-type", "application/javascript").setHeader("content-length", text.length);
    response.setHeader("last-modified", "Fri, 20 Nov 2026 16:00:00 GMT");
    response.setHeader("cache-control", "public, max-age=31536000, immutable").write(text.slice(0, 100));
    response.end(text.slice(100));
  },
  "/one": (response) => {
    response.setHeader("content-type", "application/json").write("one");
    response.end();
  },
  "/parts": (response) => {
    response.setHeader("content-type", "text/plain").write("one");
    setTimeout(() => response.end(" two"), 20);
  },
  "/missing": (response) => {
    response.statusCode = 404;
    response.setHeader("content-type", "text/html").end(text);
  },
  "/large": (response) => {
    response.setHeaders(new Map(Object.entries(PAGE)));
    for (let i = 0; i < 400; i++) response.write(text);
    response.end();
  },
};

const server = http.createServer((request, response) => {
  compressResponse(request, response);
  routes[request.url ?? ""]?.(response, request);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

/** The answer as it is on the wire. */
const ask = (path: string, encoding?: string, method = "GET", more: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { ...more, ...(encoding === undefined ? {} : { "accept-encoding": encoding }) };
    http
      .request({ port, host: "127.0.0.1", path, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
        answer.on("error", reject);
      })
      .on("error", reject)
      .end();
  });

const plain = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

test.each([
  ["/page", "gzip, deflate, br", "br"],
  ["/page", "gzip", "gzip"],
  ["/page", "br;q=0, gzip", "gzip"],
  ["/page", "br;q=0.1, gzip", "gzip"],
  ["/page", "gzip;q=0.5, br;q=0.9", "br"],
  ["/page", "*", "br"],
  ["/page", "br;q=0, *", "gzip"],
  ["/page", "identity;q=0, gzip", "gzip"],
  ["/page", "identity;q=0, *", "br"],
  ["/page", "gzip, identity;q=0.5", "gzip"],
  ["/json", "br, gzip;q=0.1", "br"],
  ["/json", "*;q=0.1", "gzip"],
  ["/chunks", "br", "br"],
  ["/chunks", "gzip", "gzip"],
  ["/json", "br, gzip", "gzip"],
  ["/json", "gzip", "gzip"],
] as const)("%s for %s comes as %s, the same again", async (path, accepted, encoding) => {
  for (let i = 0; i < 3; i++) {
    const { headers, body } = await ask(path, accepted);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers.etag).toMatch(/^W\/"/);
    expect(body.length).toBeLessThan(text.length / 4);
    expect(plain[encoding](body).toString()).toBe(text);
  }
});

test.each(["/page", "/chunks", "/_next/static/chunks/a.js"])("%s does not change and has a length", async (path) => {
  const { headers, body } = await ask(path, "br");
  expect(headers["content-length"]).toBe(String(body.length));
  expect(plain.br(body).toString()).toBe(text);
});

test.each([
  ["/page", undefined],
  ["/page", "identity"],
  ["/page", "gzip;q=0, br;q=0.0"],
  ["/page", "gzip;q=0.5, identity"],
  ["/page", ""],
  // Nothing that we have is acceptable: as it is, rather than 406.
  ["/page", "identity;q=0"],
  ["/page", "*;q=0"],
  ["/page", "identity;q=0, zstd"],
  ["/small", "br"],
  ["/picture", "br"],
  ["/missing", "br"],
])("%s for %s comes as it is", async (path, accepted) => {
  const { headers, body } = await ask(path, accepted);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe(path === "/small" ? "Small" : text);
  expect(headers.etag ?? '"x"').toMatch(/^"/);
});

test("a page that varies says so uncompressed too, a picture does not", async () => {
  expect((await ask("/page")).headers.vary).toBe("Accept-Encoding");
  expect((await ask("/picture")).headers.vary).toBeUndefined();
});

test("a client that has a page gets 304", async () => {
  const { headers } = await ask("/page", "br");
  const again = await ask("/page", "br", "GET", { "if-none-match": `"other", ${headers.etag}` });
  expect(again.status).toBe(304);
  expect(again.body.length).toBe(0);
  expect(again.headers["content-length"]).toBeUndefined();
  expect((await ask("/page", "br", "GET", { "if-none-match": '"other"' })).status).toBe(200);
  expect((await ask("/page", "br", "GET", { "if-none-match": "*" })).status).toBe(304);
  // A response without an ETag is sent, whatever the client has.
  expect((await ask("/parts", "br", "GET", { "if-none-match": "*" })).status).toBe(200);
  expect((await ask("/one", "br", "GET", { "if-none-match": "*" })).status).toBe(200);
});

test("what came in one piece goes out with its length, what comes in parts in parts", async () => {
  expect((await ask("/parts")).headers["transfer-encoding"]).toBe("chunked");
  expect((await ask("/parts")).body.toString()).toBe("one two");
  const one = await ask("/one");
  expect(one.headers["content-length"]).toBe("3");
  expect(one.body.toString()).toBe("one");
});

test("HEAD has no body", async () => {
  const { status, body } = await ask("/page", "br", "HEAD");
  expect(status).toBe(200);
  expect(body.length).toBe(0);
});

test("what is made for one request takes br when that is all that is accepted", async () => {
  expect((await ask("/json", "br")).headers["content-encoding"]).toBe("br");
});

test("what is too large to be stored is compressed as it is written", async () => {
  const { headers, body } = await ask("/large", "br");
  expect(headers["content-length"]).toBeUndefined();
  expect(zlib.brotliDecompressSync(body).toString()).toBe(text.repeat(400));
});
