// npm run backup -- FILE: all tables as of one moment, and the uploaded pictures, in one file (db/backup-format.ts).
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker, type TarPackController } from "modern-tar";
import { dumpTables } from "@/db/dump";
import { command } from "./command";
import { CliError } from "./processes.mjs";

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
      writeAll(url, path.join(settings.DATA_DIR, "uploads"), controller),
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
async function writeAll(url: string, uploads: string, archive: TarPackController): Promise<Record<string, number>> {
  const rows = await dumpTables(url, (name, body) => add(archive, name, body));
  // After the tables: a picture is on the disk before a row refers to it, and is never deleted.
  const pictures = (await readdir(uploads).catch(() => [])).filter((name) => !name.startsWith("."));
  for (const name of pictures) {
    const { size } = await stat(path.join(uploads, name));
    const entry = archive.add({ name: `uploads/${name}`, size, type: "file" });
    await (Readable.toWeb(createReadStream(path.join(uploads, name))) as ReadableStream<Uint8Array>).pipeTo(entry);
  }
  rows.uploads = pictures.length;
  await add(archive, "rows.json", Buffer.from(JSON.stringify(rows)));
  return rows;
}

async function add(archive: TarPackController, name: string, body: Buffer) {
  const writer = archive.add({ name, size: body.length, type: "file" }).getWriter();
  await writer.write(new Uint8Array(body));
  await writer.close();
}
