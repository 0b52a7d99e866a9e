// Pictures in a storage that others have written: OpenStack Swift 2.30 of Debian 12 with its S3 interface, which checks signatures and
// hashes. tests/unit/images-s3.test.ts says what happens when a storage fails.
import { randomBytes } from "node:crypto";
import {
  CreateBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client as SdkClient,
} from "@aws-sdk/client-s3";
import { beforeAll, expect, test } from "vitest";
import { S3Client } from "@/lib/images/s3-client";
import { connect, s3Storage } from "@/lib/images/s3-storage";
import { checkStorage } from "@/scripts/s3-check";
import { copyPictures, sizesOf } from "@/scripts/transfer-pictures";
import { startSwift } from "./support/swift";

let swift: Awaited<ReturnType<typeof startSwift>>;
const settings = (changes = {}) => ({
  endpoint: swift.endpoint,
  bucket: "pictures",
  region: swift.region,
  accessKeyId: swift.accessKeyId,
  secretAccessKey: swift.secretAccessKey,
  prefix: "shop/",
  virtualHost: false,
  ...changes,
});
/** For requests that the shop never makes. */
let sdk: SdkClient;

beforeAll(async () => {
  swift = await startSwift();
  const { endpoint, region, accessKeyId, secretAccessKey } = settings();
  const credentials = { accessKeyId, secretAccessKey };
  sdk = new SdkClient({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  await sdk.send(new CreateBucketCommand({ Bucket: "pictures" }));
  return () => sdk.destroy();
});

test("the start's check passes, and leaves nothing", async () => {
  expect(await checkStorage(settings())).toBeNull();
  expect((await sdk.send(new ListObjectsV2Command({ Bucket: "pictures" }))).Contents ?? []).toEqual([]);
});

test.each([
  [{ secretAccessKey: "not-the-secret" }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .*SignatureDoesNotMatch/],
  [{ accessKeyId: "shop:nobody" }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: /],
  [{ bucket: "another" }, /^S3_BUCKET: there is no bucket "another"/],
  [{ region: "eu-other-1" }, /^S3_(REGION|ACCESS_KEY_ID)/],
  [{ accessKeyId: "shop:reader", secretAccessKey: "the-readers-secret" }, /^S3_BUCKET: the key may not list/],
])("the start's check names what is wrong: %o", async (changes, line) => {
  const failure = await checkStorage(settings(changes)).catch((error) => error);
  expect(failure.message).toMatch(line);
  expect(failure.message).not.toContain(settings(changes).secretAccessKey);
});

test("pictures and drafts come back as they were stored, with the headers that a CDN needs", async () => {
  const storage = s3Storage(connect(settings()));
  const files = ["320.avif", "960.webp", "1600.webp"].map((size, i) => ({
    name: `0123456789abcdef0123-${size}`,
    bytes: randomBytes(20_000 * 10 ** i),
  }));
  await storage.write("uploads", files);
  await storage.write("drafts", [{ name: "a-draft", bytes: randomBytes(5_000_000) }]);
  const other = s3Storage(connect(settings()));
  for (const { name, bytes } of files) expect((await other.read("uploads", name))?.equals(bytes)).toBe(true);
  expect((await other.read("drafts", "a-draft"))?.length).toBe(5_000_000);
  const stored = new HeadObjectCommand({ Bucket: "pictures", Key: `shop/uploads/${files[1]?.name}` });
  expect(await sdk.send(stored)).toMatchObject({
    ContentType: "image/webp",
    CacheControl: "public, max-age=31536000, immutable",
  });

  expect(await sizesOf(storage)).toEqual(new Map(files.map(({ name, bytes }) => [name, bytes.length])));
  await storage.delete("drafts", "a-draft");
  await storage.delete("drafts", "a-draft");
  expect(await other.read("drafts", "a-draft")).toBeNull();
  expect(await other.read("uploads", `${"f".repeat(20)}-320.avif`)).toBeNull();
});

test("a list of several pages has every key once", async () => {
  const client = new S3Client(settings());
  const names = Array.from({ length: 25 }, (_, i) => `list/${String(i).padStart(3, "0")}`);
  const headers = { ContentType: "text/plain", CacheControl: "no-store" };
  await Promise.all(names.map((name) => client.put(name, Buffer.from(name), headers)));
  const found: string[] = [];
  for await (const { name, modified } of client.list("list/", 10)) {
    found.push(`list/${name}`);
    expect(Math.abs(Date.now() - +modified)).toBeLessThan(3_600_000);
  }
  expect(found.toSorted()).toEqual(names);
  client.close();
});

test("it refuses a body that does not fit its signed hash", async () => {
  const put = new PutObjectCommand({ Bucket: "pictures", Key: "shop/uploads/x", Body: "x" });
  put.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers["x-amz-content-sha256"] = "0".repeat(64);
      return next(args);
    },
    { step: "build" },
  );
  const failure = await sdk.send(put).catch((error) => error);
  expect(failure.$metadata.httpStatusCode).toBe(400);
  expect(failure.name).toMatch(/SHA256Mismatch|BadDigest/);
});

test("pictures are copied from one place to another", async () => {
  const [from, to] = [s3Storage(connect(settings())), s3Storage(connect(settings({ prefix: "copy/" })))];
  expect(await copyPictures(from, to)).toEqual({ copied: 3, all: 3 });
  expect(await copyPictures(from, to)).toEqual({ copied: 0, all: 3 });
});
