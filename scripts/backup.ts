// npm run backup -- FILE: all tables as of one moment, and the uploaded pictures, in one file (db/backup-format.ts).
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker, type TarPackController } from "modern-tar";
import { dumpTables } from "@/db/dump";
import { pictureStorage } from "@/lib/images/configured-storage";
import type { PictureStorage } from "@/lib/images/storage";
import { command } from "./command";
import { CliError } from "./processes.mjs";
import { readPictures } from "./transfer-pictures";

void command("npm run backup", { makes: false }, async ({ url, settings }) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new CliError("Which file? npm run backup -- FILE");
  const part = `${file}.part`; // an interrupted backup must not look like a complete one
  try {
    const { readable, controller } = createTarPacker();
    const written = pipeline(
      Readable.fromWeb(readable as never),
      createGzip(),
      createWriteStream(part, { mode: 0o600 }),
    );
    const rows = await Promise.race([
      writeAll(url, pictureStorage(settings), controller),
      written.then(() => Promise.reject(new Error("The file ended early"))),
    ]);
    controller.finalize();
    await written;
    await rename(part, file);
    for (const [name, count] of Object.entries(rows)) console.log(`${name}: ${count}`);
    console.log(`Backed up to ${file} (${((await stat(file)).size / 1e6).toFixed(1)} MB).`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw /^(ENOENT|EACCES|ENOSPC|EISDIR|EROFS)$/.test(code ?? "")
      ? new CliError(`The backup failed: ${message}`)
      : error;
  } finally {
    await rm(part, { force: true });
  }
});

/** Adds every entry to the archive. Gives the number of rows of each table, and of pictures. */
async function writeAll(url: string, storage: PictureStorage, archive: TarPackController) {
  const rows = await dumpTables(url, (name, body) => add(archive, name, body));
  let pictures = 0;
  // After the tables: a picture is stored before a row refers to it, and is never deleted.
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
