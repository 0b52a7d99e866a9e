import { readdir } from "node:fs/promises";
import path from "node:path";
import type { PictureStorage } from "@/lib/images/storage";
import { root } from "./install.mjs";

/** Pictures that are on their way at once: each waits for the network, and is some 50 KB. */
export const TRANSFERS = 8;

export type PictureFile = { name: string; bytes: Buffer };

/** Every picture that is stored, one after the other. */
export async function* readPictures(storage: PictureStorage): AsyncGenerator<PictureFile> {
  for (const names of batchesOf([...(await sizesOf(storage)).keys()]))
    yield* await Promise.all(names.map((name) => readPicture(storage, name)));
}

async function readPicture(storage: PictureStorage, name: string): Promise<PictureFile> {
  const bytes = await storage.read("uploads", name);
  if (!bytes) throw new Error(`The picture ${name} was deleted while it was being read`);
  return { name, bytes };
}

function batchesOf(names: string[]): string[][] {
  const count = Math.ceil(names.length / TRANSFERS);
  return Array.from({ length: count }, (_, i) => names.slice(i * TRANSFERS, (i + 1) * TRANSFERS));
}

/** The names and sizes of what is stored: some 100 bytes of memory for each picture. */
export async function sizesOf(storage: PictureStorage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of storage.list("uploads")) sizes.set(name, size);
  return sizes;
}

/** The names that are missing: not stored, or stored empty, and no part of the sample catalogue. */
export async function missingFiles(names: string[], storage: PictureStorage): Promise<string[]> {
  const [stored, samples] = [await sizesOf(storage), new Set(await readdir(path.join(root, "public/media")))];
  return names.filter((name) => !stored.get(name) && !samples.has(name));
}

/**
 * Copies every picture that is not there yet, or there with another size, then compares the lists of both. Names are made from
 * content, so it may be repeated and broken off at any time.
 */
export async function copyPictures(from: PictureStorage, to: PictureStorage): Promise<{ copied: number; all: number }> {
  const there = await sizesOf(to);
  const wanted = await sizesOf(from);
  const missing = [...wanted].filter(([name, size]) => there.get(name) !== size).map(([name]) => name);
  for (const names of batchesOf(missing))
    await Promise.all(names.map(async (name) => to.write("uploads", [await readPicture(from, name)])));
  const stored = await sizesOf(to);
  const wrong = [...wanted].filter(([name, size]) => stored.get(name) !== size);
  if (wrong.length > 0) throw new Error(`${wrong.length} pictures did not arrive whole, such as ${wrong[0]?.[0]}`);
  return { copied: missing.length, all: wanted.size };
}
