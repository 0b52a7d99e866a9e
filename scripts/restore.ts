// npm run restore -- FILE [--replace]: puts a backup into an empty database of the same schema, all of it or nothing, pictures too;
// sessions and reset links are left out.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { type Loader, loadTables } from "@/db/load";
import { migrate } from "@/db/migrate";
import { OperatorError } from "@/db/operator-error";
import { pictureStorage } from "@/lib/images/configured-storage";
import { command } from "./command";
import { CliError } from "./processes.mjs";
import { RestoredPictures, sizesOf } from "./transfer-pictures";

void command("npm run restore", { makes: true }, async ({ url, settings }) => {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--replace");
  if (!file || rest.length > 0) throw new CliError("Which file? npm run restore -- FILE [--replace]");
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new CliError(`There is no file ${file}.`);
  await migrate(url, console.log);
  try {
    const storage = pictureStorage(settings);
    const pictures = new RestoredPictures(storage, await sizesOf(storage));
    const rows = await pictures.unlessFailed(() =>
      loadTables(url, args.includes("--replace"), (loader) => restore(loader, entriesOf(file), pictures)),
    );
    for (const [name, count] of Object.entries(rows)) console.log(`${name}: ${count}`);
    console.log(`Restored from ${file}. Sessions, tokens and reset links are not restored: everybody signs in again.`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof CliError || error instanceof OperatorError) throw error;
    if (code?.startsWith("Z_") || /tar|unexpected end/i.test(message))
      throw new CliError(`${file} is not a whole backup (${message}). Nothing was changed.`);
    throw error;
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

/** Gives the number of rows of each table. */
async function restore(
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
