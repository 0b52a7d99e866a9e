// Pictures in S3-compatible storage: what is stored, what is asked for again, and what the shop says when it cannot be reached.
import diagnostics from "node:diagnostics_channel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GET } from "@/app/media/[file]/route";
import { deleteDraft, deleteOldDrafts, readDraft, readUpload, writeDraft, writeUploads } from "@/lib/images/files";
import { S3Client } from "@/lib/images/s3-client";
import { onePerProcess } from "@/lib/one-per-process";
import { checkStorage } from "@/scripts/s3-check";
import { S3Server } from "../support/s3-server";

const settings = vi.hoisted((): Record<string, unknown> => ({}));
vi.mock("@/lib/env", () => ({ env: settings }));
const lines = vi.hoisted((): Record<string, unknown>[] => []);
vi.mock("@/lib/http/log", () => ({ logLine: (line: Record<string, unknown>) => lines.push(line) }));

const ID = "0123456789abcdef0123";
const NAME = `${ID}-320.avif`;
/** Answers of the storage that the client has begun to read. */
let answersBegun = 0;
diagnostics.subscribe("http.client.response.finish", () => void answersBegun++);
const state = onePerProcess<{ connection?: unknown }>("S3", () => ({}));

let server: S3Server;
beforeEach(async () => {
  server = await new S3Server().start();
  for (const name of Object.keys(settings)) delete settings[name];
  Object.assign(settings, server.env, { DATA_DIR: "/nowhere", S3_VIRTUAL_HOST: false });
  state.connection = undefined;
  lines.length = 0;
  answersBegun = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  return server.stop();
});

/** What ends a request whose time is over, when the test says so. */
function endOfTime(): AbortController {
  const end = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(end.signal);
  return end;
}
/** The time that the client counts by stands still; gives what lets it pass. */
function stopTime(): (ms: number) => void {
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return (ms) => void (now += ms);
}

const s3 = (changes = {}) => ({
  endpoint: server.endpoint,
  bucket: server.bucket,
  region: server.region,
  accessKeyId: server.accessKeyId,
  secretAccessKey: server.secretAccessKey,
  prefix: "",
  virtualHost: false,
  ...changes,
});
const ask = (file: string, headers = {}) =>
  GET(new Request("http://localhost/media/x", { headers }), { params: Promise.resolve({ file }) });

test("what was written is served as from the folder, and stored so that a CDN can read the bucket", async () => {
  settings.S3_PREFIX = "shop/";
  await writeUploads([{ name: NAME, bytes: Buffer.from("picture") }]);
  const headers = { type: "image/avif", cacheControl: "public, max-age=31536000, immutable" };
  expect([...server.objects]).toEqual([[`shop/uploads/${NAME}`, expect.objectContaining(headers)]]);
  const response = await ask(NAME);
  expect([response.status, await response.text()]).toEqual([200, "picture"]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/avif",
    "cache-control": "public, max-age=31536000, immutable",
    etag: `"${NAME}"`,
  });
  expect((await ask(NAME, { "if-none-match": `"${NAME}"` })).status).toBe(304);
});

test("a picture is read once, also by many at once; that there is none is not remembered", async () => {
  expect(await readUpload(NAME)).toBeNull();
  expect((await ask(NAME)).headers.get("cache-control")).toBe("no-store");
  await writeUploads([{ name: NAME, bytes: Buffer.from("picture") }]);
  server.requests.length = 0;
  const read = await Promise.all(Array.from({ length: 20 }, () => readUpload(NAME)));
  expect(read.every((one) => one?.bytes.toString() === "picture")).toBe(true);
  await readUpload(NAME);
  expect(server.requests).toEqual([`GET pictures/uploads/${NAME}`]);
});

test("names that are none of ours ask for nothing", async () => {
  for (const name of ["../secret", `${ID}-321.webp`, `${ID}-320.avif/../x`]) expect(await readUpload(name)).toBeNull();
  expect(server.requests).toEqual([]);
});

test("a draft is there until its form is saved, or for a day, and no picture goes with it", async () => {
  await writeUploads([{ name: NAME, bytes: Buffer.from("picture") }]);
  const [saved, left] = [await writeDraft(Buffer.from("one")), await writeDraft(Buffer.from("two"))];
  expect(server.objects.get(`drafts/${saved}`)).toMatchObject({ cacheControl: "private, no-store" });
  expect((await readDraft(saved))?.toString()).toBe("one");
  await deleteDraft(saved);
  expect(await readDraft(saved)).toBeNull();
  await deleteOldDrafts(Date.now() + 23 * 3_600_000);
  expect((await readDraft(left))?.toString()).toBe("two");
  await deleteOldDrafts(Date.now() + 25 * 3_600_000);
  expect([...server.objects.keys()]).toEqual([`uploads/${NAME}`]);
});

test.each([500, 503, 429])("%d once, and the same request is made again", async (status) => {
  await writeUploads([{ name: NAME, bytes: Buffer.from("picture") }]);
  let failures = 1;
  server.fault = () => (failures-- > 0 ? { status, code: "SlowDown" } : undefined);
  expect((await readUpload(NAME))?.bytes.toString()).toBe("picture");
});

test("a program of the storage that could not be loaded once is loaded for the next request", async () => {
  vi.doMock("@aws-sdk/client-s3", () => ({}));
  await expect(writeDraft(Buffer.from("one"))).rejects.toThrow("S3");
  vi.doUnmock("@aws-sdk/client-s3");
  expect(await readDraft(await writeDraft(Buffer.from("two")))).toEqual(Buffer.from("two"));
});

test("a connection that breaks once is made again, for a write too", async () => {
  let failures = 1;
  server.fault = () => (failures-- > 0 ? "hang up" : undefined);
  await writeUploads([{ name: NAME, bytes: Buffer.from("picture") }]);
  expect(server.objects.get(`uploads/${NAME}`)?.bytes.toString()).toBe("picture");
});

async function expectAway() {
  const response = await ask(NAME);
  expect(response.status).toBe(503);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
}

test.each([
  ["breaks every connection", () => "hang up" as const],
  ["answers 503", () => ({ status: 503, code: "ServiceUnavailable" })],
  ["refuses the key", () => ({ status: 403, code: "AccessDenied" })],
  ["has lost its bucket", () => ({ status: 404, code: "NoSuchBucket" })],
])("a storage that %s is 503, which nobody stores, and never 404", async (_, fault) => {
  server.fault = fault;
  await expectAway();
  const written = writeUploads([{ name: NAME, bytes: Buffer.from("x") }]);
  await expect(written).rejects.toMatchObject({ code: "service_unavailable" });
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain(server.secretAccessKey);
});

test.each([
  ["is silent", "silence" as const, () => server.requests.length > 0],
  ["stops within a picture", { status: 200 as const, document: "a part", length: 1000 }, () => answersBegun > 0],
])("a storage that %s is 503 in bounded time", async (_, fault, hasBegun) => {
  const end = endOfTime();
  server.fault = () => fault;
  const asked = expectAway();
  await expect.poll(hasBegun, { interval: 5, timeout: 10_000 }).toBe(true);
  end.abort();
  await asked;
  expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(5_000);
});

test("an outage is one line, nobody waits in it, and its end is another", async () => {
  const pass = stopTime();
  await writeUploads([{ name: NAME, bytes: Buffer.from("picture") }]);
  await server.stop();
  for (let i = 0; i < 5; i++) expect((await ask(NAME)).status).toBe(503);
  expect(lines).toEqual([expect.objectContaining({ state: "out of reach", code: "ECONNREFUSED" })]);
  await server.start();
  expect((await ask(NAME)).status).toBe(503);
  pass(2_000);
  expect((await ask(NAME)).status).toBe(200);
  expect(lines.slice(1)).toEqual([expect.objectContaining({ state: "back" })]);
});

test("who comes while it is away is refused without asking it, and then one tries it for all", async () => {
  const pass = stopTime();
  server.fault = () => "hang up";
  for (let i = 0; i < 8; i++) expect((await ask(NAME)).status).toBe(503);
  // Two tries of the first.
  expect(server.requests).toHaveLength(2);
  pass(2_000);
  await Promise.all(Array.from({ length: 8 }, (_, i) => ask(`${i}${NAME.slice(1)}`)));
  expect(server.requests).toHaveLength(4);
});

test.each([
  [507, "XMinioStorageFull"],
  [403, "QuotaExceeded"],
])("a storage that is full (%d %s) is 507", async (status, code) => {
  server.fault = (request) => (request.startsWith("PUT") ? { status, code } : undefined);
  await expect(writeUploads([{ name: NAME, bytes: Buffer.from("x") }])).rejects.toMatchObject({ code: "storage_full" });
  await expect(writeDraft(Buffer.from("x"))).rejects.toMatchObject({ code: "storage_full" });
});

test("a list of several pages is read to its end", async () => {
  for (let i = 0; i < 25; i++)
    server.objects.set(`uploads/${i}`, { bytes: Buffer.alloc(i), type: "", cacheControl: "", modified: new Date(i) });
  const client = new S3Client(s3());
  const found: number[] = [];
  for await (const { name, size } of client.list("uploads/", 10)) found.push(name === `${size}` ? size : -1);
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i));
  expect(server.requests).toHaveLength(3);
  client.close();
});

test.each([
  ["<html>Welcome</html>", "another document"],
  ["<ListBucketResult><Name>x</Name><IsTruncated>true</IsTruncated></ListBucketResult>", "one that goes on nowhere"],
  ["<ListBucketResult><Name>x</Name><Contents><Key>a</Key>", "half of one"],
  ["<ListBucketResult><Name>x</Name><Contents><Key>a</Key></Contents></ListBucketResult>", "one without sizes"],
])("%s is no list: it is %s", async (document) => {
  server.fault = () => ({ status: 200, document });
  const client = new S3Client(s3());
  const listed = (async () => {
    for await (const _ of client.list("uploads/"));
  })();
  await expect(listed).rejects.toMatchObject({ name: "S3Error" });
  client.close();
});

test("a list is read as XML means it", async () => {
  const entry = `<Contents><Key>a&amp;b&#x20;&lt;c</Key><Size>7</Size><LastModified>2026-11-22T10:00:00.000Z</LastModified></Contents>`;
  const document = `<?xml version='1.0' encoding='UTF-8'?>\n<ListBucketResult xmlns="x"><Name>x</Name>${entry}<IsTruncated>false</IsTruncated></ListBucketResult>`;
  server.fault = () => ({ status: 200, document });
  const client = new S3Client(s3());
  const found = [];
  for await (const one of client.list("")) found.push(one);
  expect(found).toEqual([{ name: "a&b <c", size: 7, modified: new Date("2026-11-22T10:00:00Z") }]);
  client.close();
});

test("an answer without end is cut", async () => {
  // However long this machine takes to read 32 MB.
  endOfTime();
  server.fault = () => ({ status: 200, document: "x".repeat(33 * 1024 * 1024) });
  await expectAway();
  expect(lines.at(-1)).toMatchObject({ code: "TooLarge" });
});

test("the start finds a storage that does all it must, and leaves nothing in it", async () => {
  expect(await checkStorage(s3())).toBeNull();
  expect(server.objects.size).toBe(0);
});

test.each([
  [{ secretAccessKey: "wrong" }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .*SignatureDoesNotMatch.*accepted: /],
  [{ accessKeyId: "AKIDOTHER" }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .*InvalidAccessKeyId/],
  [{ bucket: "another" }, /^S3_BUCKET: there is no bucket "another"/],
])("the start stops with a line for %o", async (change, line) => {
  const failure = await checkStorage(s3(change)).catch((error) => error);
  expect(failure).toMatchObject({ name: "OperatorError", message: expect.stringMatching(line) });
  expect(failure.message).not.toMatch(/wrong|wJalr/);
});

test("a key that may only read stops the start; a storage that is away or full does not", async () => {
  server.fault = (request) => (request.startsWith("PUT") ? { status: 403, code: "AccessDenied" } : undefined);
  await expect(checkStorage(s3())).rejects.toThrow(/^S3_BUCKET: the key may not write in "pictures"/);
  server.fault = (request) => (request.startsWith("PUT") ? { status: 507, code: "" } : undefined);
  expect(await checkStorage(s3())).toMatch(/^S3_ENDPOINT: the storage is full/);
  await server.stop();
  expect(await checkStorage(s3())).toMatch(/^S3_ENDPOINT: nothing answers .*ECONNREFUSED/);
  await server.start();
});
