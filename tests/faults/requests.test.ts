// What any client may send, and what it must get: requests behind one another, addresses with dots, bodies that are refused.
import { beforeAll, expect, test } from "vitest";
import { sumOf } from "../support/metrics";
import { framed, RawConnection } from "../support/raw";
import { METRICS_TOKEN, metricsOf } from "./attack";
import { get } from "./attack-clients";
import { json, KB } from "./senders";
import { anInstance, anOwner, aSweetBy, call, type Instance } from "./shop";

let shop: Instance;
let sweet: { id: number; slug: string };
beforeAll(async () => {
  shop = await anInstance({ METRICS_TOKEN });
  sweet = await aSweetBy(shop, await anOwner(shop));
});

test("each of eight gets its own answer, in order", async () => {
  const about = await call(shop, "GET", "/about");
  const script = /\/_next\/static\/[^"\\]+\.js/.exec(about.body)?.[0] ?? "";
  const file = Buffer.from((await call(shop, "GET", script)).body).toString("latin1");
  const requests: [line: string, status: number, content: string | RegExp, body?: string][] = [
    ["GET /about", 200, /<title>About us/],
    [`GET /api/sweets/${sweet.id}`, 200, `"slug":"${sweet.slug}"`],
    ["GET /products?search=behind", 200, /"behind"|>behind</],
    [`GET ${script}`, 200, file],
    ["PROPFIND /api/sweets", 405, "method_not_allowed"],
    ["POST /api/contact", 422, '"status":422', "{}"],
    ["GET /api/nothing", 404, "not_found"],
    ["GET /_next/static/none.js", 404, ""],
  ];
  await Promise.all(
    [1, 2, 3].map(async () => {
      const connection = new RawConnection(shop.url);
      const text = requests.map(
        ([line, , , body = ""]) =>
          `${line} HTTP/1.1\r\nHost: ${connection.host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await connection.send(text.join(""));
      for (const [line, status, content] of requests) {
        const answer = await connection.answer();
        expect([line, answer?.status]).toEqual([line, status]);
        expect(answer?.body).toMatch(content);
      }
      connection.close();
    }),
  );
});

test("no address that leads out of the files of the build is a page, however it is written", async () => {
  const total = async () =>
    sumOf(
      (await metricsOf(shop)).filter(({ labels }) => labels.route !== "/api/metrics"),
      "http_requests_total",
    ) ?? 0;
  const paths = [
    "/_next/static/../../search?search=x",
    "/_next/static/../../about",
    "/_next/static/../../products?search=x",
    "/_next/static/%2e%2e/%2e%2e/about",
    "/_next/static/%2E%2E/%2E%2E/search?search=x",
    "/_next/static/.%2e/%2e./about",
    "/_next/static/..%2f..%2fabout",
    "/_next/static/%2e%2e%2F%2e%2e%2Fsearch?search=x",
    "/_next/static%2f..%2f..%2fabout",
    "/_next/static/..\\..\\about",
    "/_next/static/..%5c..%5csearch?search=x",
    "/_next/static\\..\\..\\about",
    "/_next/static//..//../about",
    "/_next/static//../../../about",
    "//_next/static/../../about",
    "/_next//static/../../about",
    "/_next/static/./../../about",
    "/_next/static/chunks/../../../about",
    "/_next/static/%252e%252e/%252e%252e/about",
    "/_next/static/../../api/../about",
    "/_next/static/../../_next/static/../../about",
    "/api/../about",
    "/media/../search?search=x",
  ];
  const before = await total();
  const wrong: object[] = [];
  for (const path of paths) {
    const connection = new RawConnection(shop.url);
    await connection.send(get(shop, path));
    const { status = 0, head = "" } = (await connection.answer()) ?? {};
    connection.close();
    const missing = ["content-security-policy: ", "x-content-type-options: nosniff", "referrer-policy: "].filter(
      (header) => !head.toLowerCase().includes(header),
    );
    // An address that nobody knows may get the page that says so.
    if (![400, 404].includes(status) || missing.length > 0) wrong.push({ path, status, missing });
  }
  expect.soft(wrong).toEqual([]);
  await expect.poll(async () => (await total()) - before).toBe(paths.length);
});

test.each([
  ["POST /api/orders", json, 401],
  ["POST /api/nothing", json, 404],
  ["PUT /api/contact", json, 405],
  ["POST /api/contact", "Content-Type: text/plain", 415],
  ["POST /api/contact", json, 400],
])("a refusal leaves the connection to the next request when the body is small: %s, %s", async (line, type, status) => {
  for (const size of [2, 10 * KB, 60 * KB])
    for (const waits of [true, false]) {
      const connection = new RawConnection(shop.url);
      const { header, parts } = framed(" ".repeat(size), "length");
      await connection.send(`${[`${line} HTTP/1.1`, `Host: ${connection.host}`, type, header].join("\r\n")}\r\n\r\n`);
      await connection.send(...parts.splice(0, 1));
      // Whether the sender looks for an answer before it has sent all. What is read whole is answered after that.
      const early = waits && status !== 400 ? await connection.answer() : undefined;
      await connection.send(...parts, get(shop, "/api/live"));
      expect([size, waits, (early ?? (await connection.answer()))?.status]).toEqual([size, waits, status]);
      expect([size, waits, (await connection.answer())?.status]).toEqual([size, waits, 200]);
      connection.close();
    }
});
