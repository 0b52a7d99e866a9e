import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET } from "@/app/media/[file]/route";
import { deleteDraft, deleteOldDrafts, readDraft, readUpload, writeDraft, writeUploads } from "@/lib/images/files";

const settings = vi.hoisted(() => ({ DATA_DIR: "" }));
vi.mock("@/lib/env", () => ({ env: settings }));
/** A real full disk cannot be had without being root: this file does not fit on that of these tests. */
const FULL = "fedcba9876543210fedc-640.webp";
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const writeFile: typeof real.writeFile = async (file, data, options) => {
    await real.writeFile(file, data, options);
    if (String(file).endsWith(FULL)) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  return { ...real, default: { ...real, writeFile }, writeFile };
});

const ID = "0123456789abcdef0123";
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "mithaas-uploads-"));
});
beforeEach(() => {
  settings.DATA_DIR = path.join(root, crypto.randomUUID());
});
afterAll(() => rm(root, { recursive: true, force: true }));

const ask = (file: string, headers = {}) =>
  GET(new Request("http://localhost/media/x", { headers }), { params: Promise.resolve({ file }) });

test("what was written is served, immutable and with its type", async () => {
  await writeUploads([{ name: `${ID}-320.avif`, bytes: Buffer.from("picture") }]);
  const response = await ask(`${ID}-320.avif`);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("picture");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/avif",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const again = await ask(`${ID}-320.avif`, { "if-none-match": response.headers.get("etag") });
  expect(again.status).toBe(304);
});

test("writing twice, also at once, leaves one whole file and no draft", async () => {
  const file = { name: `${ID}-640.webp`, bytes: Buffer.alloc(50_000, 7) };
  await Promise.all([writeUploads([file]), writeUploads([file]), writeUploads([file])]);
  expect(await readdir(path.join(settings.DATA_DIR, "uploads"))).toEqual([file.name]);
  expect((await readUpload(file.name))?.bytes.equals(file.bytes)).toBe(true);
});

test.each([
  "../secret",
  "..%2f..%2fsecret",
  `${ID}-320.avif/../../secret`,
  `${ID}-321.webp`,
  `${ID}-320.svg`,
  `${ID.toUpperCase()}-320.webp`,
  `${ID}-320.webp\n`,
  `x${ID}-320.webp`,
  `${ID}-960.webp`,
])("%j is not found", async (name) => {
  await writeUploads([{ name: `${ID}-320.avif`, bytes: Buffer.from("picture") }]);
  await writeFile(path.join(settings.DATA_DIR, "secret"), "secret");
  const response = await ask(name);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await response.json()).toMatchObject({ status: 404 });
});

test("a draft is there until its form is saved, or for a day", async () => {
  await deleteOldDrafts();
  const [saved, left] = [await writeDraft(Buffer.from("one")), await writeDraft(Buffer.from("two"))];
  expect((await readDraft(saved))?.toString()).toBe("one");
  await deleteDraft(saved);
  expect(await readDraft(saved)).toBeNull();
  await deleteOldDrafts(Date.now() + 23 * 3_600_000);
  expect((await readDraft(left))?.toString()).toBe("two");
  await deleteOldDrafts(Date.now() + 25 * 3_600_000);
  expect(await readDraft(left)).toBeNull();
});

test("a full disk is 507 and leaves nothing behind", async () => {
  const files = [FULL.replace("640", "320"), FULL].map((name) => ({ name, bytes: Buffer.from("x") }));
  await expect(writeUploads(files)).rejects.toMatchObject({ code: "storage_full" });
  expect(await readdir(path.join(settings.DATA_DIR, "uploads"))).toEqual([]);
});
