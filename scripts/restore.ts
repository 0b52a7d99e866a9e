// npm run restore -- FILE [--replace]: puts a backup into an empty database of the same schema, all of it or nothing, pictures too;
// sessions and reset links are left out.
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, rmSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { copyTarget, listMigrations, listTables, type Manifest } from "./backup-format";
import { command } from "./command";
import { CliError } from "./processes.mjs";

/** Filled by a migration or by counting: a database with nothing else in it is empty. */
const NOT_DATA = new Set(["settings", "rate_limits", "search_synonyms"]);

void command("npm run restore", { makes: true }, async ({ url, settings }) => {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--replace");
  if (!file || rest.length > 0) throw new CliError("Which file? npm run restore -- FILE [--replace]");
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new CliError(`There is no file ${file}.`);
  await migrate(url, console.log);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const pictures = new Pictures(path.join(settings.DATA_DIR, "uploads"));
    const rows = await pictures.unlessFailed(() =>
      sql.begin((tx) => restore(tx, entriesOf(file), pictures, args.includes("--replace"))),
    );
    for (const [name, count] of Object.entries(rows)) console.log(`${name}: ${count}`);
    console.log(`Restored from ${file}. Sessions, tokens and reset links are not restored: everybody signs in anew.`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof CliError) throw error;
    if (code?.startsWith("Z_") || /tar|unexpected end/i.test(message))
      throw new CliError(`${file} is not a whole backup (${message}). Nothing was changed.`);
    throw error;
  } finally {
    await sql.end();
  }
});

function entriesOf(file: string): AsyncIterable<ParsedTarEntry> {
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.on("error", (error) => plain.destroy(error));
  // Not Readable.toWeb, which trips over itself when the reader gives up early.
  const bytes = ReadableStream.from(plain);
  return bytes.pipeThrough(createTarDecoder({ strict: true }) as never) as unknown as AsyncIterable<ParsedTarEntry>;
}

/** Runs in one transaction: whatever is thrown leaves the database as it was. Gives the number of rows of each table. */
async function restore(
  tx: postgres.TransactionSql,
  entries: AsyncIterable<ParsedTarEntry>,
  pictures: Pictures,
  replace: boolean,
): Promise<Record<string, number>> {
  let manifest: Manifest | undefined;
  let rows: Record<string, number> | undefined;
  let open: { table: string; stream: Writable } | undefined;
  const closeTable = async () => {
    if (!open) return;
    open.stream.end();
    await finished(open.stream);
    open = undefined;
  };
  for await (const { header, body } of entries) {
    const [folder, name = ""] = header.name.split("/");
    if (header.name === "manifest.json") {
      manifest = await new Response(body).json();
      await prepare(tx, manifest as Manifest, replace);
    } else if (header.name === "rows.json") {
      rows = await new Response(body).json();
    } else if (folder === "tables" && manifest) {
      const table = manifest.tables.find((known) => known.name === name);
      if (!table) throw new CliError(`The backup holds a table that its manifest does not name: ${name}`);
      if (open?.table !== name) {
        await closeTable();
        open = { table: name, stream: await tx`copy ${copyTarget(tx, table)} from stdin`.writable() };
      }
      const { stream } = open as { stream: Writable };
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
        if (!stream.write(Buffer.from(chunk))) await new Promise((resolve) => stream.once("drain", resolve));
    } else if (folder === "uploads" && /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) {
      await closeTable();
      await pictures.stage(name, body);
    } else throw new CliError(`This is not a backup of the shop: it holds ${header.name}`);
    if (folder !== "tables") await closeTable();
  }
  if (!manifest || !rows) throw new CliError("The backup is not whole: its end is missing. Nothing was changed.");
  await finish(tx, manifest, rows);
  await pictures.place();
  return rows;
}

/**
 * The pictures of a backup: they wait in a folder of their own until everything else is right, and those that were not there before go
 * again when the database then refuses. Their names are made from their content, so one that is there is the same picture.
 */
class Pictures {
  private readonly placed: string[] = [];
  private readonly waiting: string;

  constructor(private readonly uploads: string) {
    this.waiting = path.join(uploads, `.restore-${randomUUID()}`);
    // Also when the command is interrupted.
    process.once("exit", () => rmSync(this.waiting, { recursive: true, force: true }));
  }

  async stage(name: string, body: unknown): Promise<void> {
    await mkdir(this.waiting, { recursive: true });
    await pipeline(Readable.fromWeb(body as never), createWriteStream(path.join(this.waiting, name)));
  }

  async place(): Promise<void> {
    for (const name of (await readdir(this.waiting).catch(() => [])).sort()) {
      const target = path.join(this.uploads, name);
      if (!(await stat(target).catch(() => undefined))) this.placed.push(target);
      await rename(path.join(this.waiting, name), target);
    }
  }

  async unlessFailed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      for (const file of this.placed) await rm(file, { force: true });
      throw error;
    } finally {
      await rm(this.waiting, { recursive: true, force: true });
    }
  }
}

/** Checks that the backup fits, empties the tables and switches our triggers off: what they made is in the backup too. */
async function prepare(tx: postgres.TransactionSql, manifest: Manifest, replace: boolean) {
  const here = await listMigrations(tx);
  if (manifest.format !== 1 || manifest.migrations.join() !== here.join())
    throw new CliError(
      `The backup was made with another version of the schema (${manifest.migrations?.length} migrations, here ${here.length}): restore it with the shop's version that made it, then update. Nothing was changed.`,
    );
  const tables = await listTables(tx);
  const full: string[] = [];
  for (const { name } of tables.filter((table) => !NOT_DATA.has(table.name)))
    if ((await tx`select 1 from ${tx(name)} limit 1`).length > 0) full.push(name);
  if (full.length > 0 && !replace)
    throw new CliError(
      `The database is not empty (${full.join(", ")}). Restore into an empty one, or add --replace, which deletes what is there. Nothing was changed.`,
    );
  await tx`truncate ${tx(tables.map((table) => table.name))}`;
  for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
}

/** Sets sequences, switches triggers on, and compares every table's rows with what the backup counted. */
async function finish(tx: postgres.TransactionSql, manifest: Manifest, rows: Record<string, number>) {
  for (const { name } of manifest.tables) {
    await tx`alter table ${tx(name)} enable trigger user`;
    const [counted] = await tx<{ count: number }[]>`select count(*)::float8 as count from ${tx(name)}`;
    if (counted?.count !== rows[name])
      throw new CliError(
        `The backup is not whole: ${name} has ${counted?.count} of ${rows[name]} rows. Nothing was changed.`,
      );
  }
  // Who was signed in when the backup was made has signed out since, or lost the device: an old secret must open nothing again.
  await tx`delete from sessions`;
  await tx`delete from password_resets`;
  for (const { name, lastValue } of manifest.sequences)
    await tx`select setval(format('public.%I', ${name}::text)::regclass, ${lastValue ?? 1}, ${lastValue !== null})`;
  await tx`select pg_notify('pages', '{}')`; // a running shop renders everything anew
}
