// The file of a backup (db/backup-format.ts), written and restored.
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker, type ParsedTarEntry, type TarPackController } from "modern-tar";
import { dumpTables } from "@/db/dump";
import { type Loader, loadTables } from "@/db/load";
import { OperatorError } from "@/db/operator-error";
import { whilePicturesStay } from "@/db/picture-lock";
import type { PictureStorage } from "@/lib/images/storage";
import { CliError } from "./processes.mjs";
import { RestoredPictures, readPictures, sizesOf } from "./transfer-pictures";

/** Writes all tables as of one moment, and the pictures. Gives the number of rows of each table, and of pictures. */
export async function writeBackup(file: string, url: string, storage: PictureStorage): Promise<Record<string, number>> {
  const part = `${file}.part`; // an interrupted backup must not look like a complete one
  try {
    const { readable, controller } = createTarPacker();
    const written = pipeline(
      Readable.fromWeb(readable as never),
      createGzip(),
      createWriteStream(part, { mode: 0o600 }),
    );
    const rows = await Promise.race([
      whilePicturesStay(url, () => writeAll(url, storage, controller)),
      written.then(() => Promise.reject(new Error("The file ended early"))),
    ]);
    controller.finalize();
    await written;
    await rename(part, file);
    return rows;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw /^(ENOENT|EACCES|ENOSPC|EISDIR|EROFS)$/.test(code ?? "")
      ? new CliError(`The backup failed: ${message}`)
      : error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Adds every entry to the archive. */
async function writeAll(url: string, storage: PictureStorage, archive: TarPackController) {
  const rows = await dumpTables(url, (name, body) => add(archive, name, body));
  let pictures = 0;
  // After the tables: a picture is stored before a row refers to it, and none is deleted meanwhile.
  for await (const { name, bytes } of readPictures(storage)) {
    await add(archive, `uploads/${name}`, bytes);
    pictures++;
  }
  rows.uploads = pictures;
  await add(archive, "rows.json", Buffer.from(JSON.stringify(rows)));
  return rows;
}

async function add(archive: TarPackController, name: string, body: Buffer) {
  const writer = archive.add({ name, size: body.length, type: "file" }).getWriter();
  await writer.write(new Uint8Array(body));
  await writer.close();
}

/**
 * Puts a backup into a migrated database that is empty, all of it or nothing, pictures too. Gives the number of rows of each table. Throws a
 * CliError or an OperatorError when the file cannot be restored. @param replace deletes first what is in the database
 */
export async function restoreBackup(
  file: string,
  url: string,
  storage: PictureStorage,
  replace = false,
): Promise<Record<string, number>> {
  try {
    // What is there is not written again, so it must not be deleted before the rows that name it are committed.
    return await whilePicturesStay(url, async () => {
      const pictures = new RestoredPictures(storage, await sizesOf(storage));
      return pictures.unlessFailed(() =>
        loadTables(url, replace, (loader) => restoreAll(loader, entriesOf(file), pictures)),
      );
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof CliError || error instanceof OperatorError) throw error;
    if (code?.startsWith("Z_") || /tar|unexpected end/i.test(message))
      throw new CliError(`${file} is not a whole backup (${message}). Nothing was changed.`);
    throw error;
  }
}

function entriesOf(file: string): AsyncIterable<ParsedTarEntry> {
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.on("error", (error) => plain.destroy(error));
  // Not Readable.toWeb, which trips over itself when the reader gives up early.
  const bytes = ReadableStream.from(plain);
  return bytes.pipeThrough(createTarDecoder({ strict: true }) as never) as unknown as AsyncIterable<ParsedTarEntry>;
}

async function restoreAll(
  loader: Loader,
  entries: AsyncIterable<ParsedTarEntry>,
  pictures: RestoredPictures,
): Promise<Record<string, number>> {
  let started = false;
  let rows: Record<string, number> | undefined;
  for await (const { header, body } of entries) {
    const [folder, name = ""] = header.name.split("/");
    if (header.name === "manifest.json") {
      await loader.begin(await new Response(body).json());
      started = true;
    } else if (header.name === "rows.json") {
      rows = await new Response(body).json();
    } else if (folder === "tables" && started) {
      await loader.piece(name, body as unknown as AsyncIterable<Uint8Array>);
    } else if (folder === "uploads" && /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) {
      await pictures.add(name, body);
    } else throw new CliError(`This is not a backup of the shop: it holds ${header.name}`);
  }
  if (!started || !rows) throw new CliError("The backup is not whole: its end is missing. Nothing was changed.");
  await loader.finish(rows);
  await pictures.finish();
  return rows;
}
