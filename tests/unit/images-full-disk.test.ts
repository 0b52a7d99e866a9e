import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { writeUploads } from "@/lib/images/files";

const settings = vi.hoisted(() => ({ DATA_DIR: "" }));
vi.mock("@/lib/env", () => ({ env: settings }));
// A real full disk cannot be had without being root: the second file does not fit on this one.
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const writeFile: typeof real.writeFile = async (file, data, options) => {
    await real.writeFile(file, data, options);
    if (String(file).endsWith("-640.webp"))
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  return { ...real, default: { ...real, writeFile }, writeFile };
});

afterAll(() => rm(settings.DATA_DIR, { recursive: true, force: true }));

test("a full disk is 507 and leaves nothing behind", async () => {
  settings.DATA_DIR = await mkdtemp(path.join(tmpdir(), "mithaas-full-"));
  const files = [320, 640].map((width) => ({ name: `0123456789abcdef0123-${width}.webp`, bytes: Buffer.from("x") }));
  await expect(writeUploads(files)).rejects.toMatchObject({ code: "storage_full" });
  expect(await readdir(path.join(settings.DATA_DIR, "uploads"))).toEqual([]);
});
