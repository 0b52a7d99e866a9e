// npm run backup -- FILE: everything that the shop knows, in one file: all tables as of one moment, and the uploaded pictures.
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker, type TarPackController } from "modern-tar";
import postgres from "postgres";
import { copyTarget, listMigrations, listTables, type Manifest, type Sequence } from "./backup-format";
import { command } from "./command";
import { CliError } from "./processes.mjs";

const PIECE_BYTES = 4_000_000;

void command("npm run backup", { makes: false }, async ({ url, settings }) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new CliError("Which file? npm run backup -- FILE");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const part = `${file}.part`; // a backup that was broken off must not look like one
  try {
    const { readable, controller } = createTarPacker();
    const written = pipeline(
      Readable.fromWeb(readable as never),
      createGzip(),
      createWriteStream(part, { mode: 0o600 }),
    );
    const rows = await Promise.race([
      writeAll(sql, path.join(settings.DATA_DIR, "uploads"), controller),
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
    await sql.end();
  }
});

/** Adds every entry to the archive. Gives the number of rows of each table, and of pictures. */
async function writeAll(
  sql: postgres.Sql,
  uploads: string,
  archive: TarPackController,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  await sql.begin("isolation level repeatable read read only", async (tx) => {
    const tables = await listTables(tx);
    if (!tables.some((table) => table.name === "sweets"))
      throw new CliError("This is not a migrated database of the shop.");
    const sequences = await tx<Sequence[]>`
      select sequencename as name, last_value::float8 as "lastValue" from pg_sequences where schemaname = 'public' order by 1`;
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migrations: await listMigrations(tx),
      tables,
      sequences: [...sequences],
    };
    await add(archive, "manifest.json", Buffer.from(JSON.stringify(manifest)));
    for (const table of tables) {
      const [counted] = await tx<{ count: number }[]>`select count(*)::float8 as count from ${tx(table.name)}`;
      rows[table.name] = counted?.count ?? 0;
      let piece: Buffer[] = [];
      let number = 0;
      const flush = async () => {
        if (piece.length > 0) await add(archive, `tables/${table.name}/${++number}.copy`, Buffer.concat(piece));
        piece = [];
      };
      let size = 0;
      for await (const chunk of await tx`copy ${copyTarget(tx, table)} to stdout`.readable()) {
        piece.push(chunk);
        size += chunk.length;
        if (size >= PIECE_BYTES) {
          await flush();
          size = 0;
        }
      }
      await flush();
    }
  });
  // After the tables: a picture is on the disk before a row speaks of it, and stays.
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
