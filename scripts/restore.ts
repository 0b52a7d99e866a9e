// npm run restore -- FILE [--replace]: puts a backup of this version or an older one into an empty database, all of it or nothing, pictures
// too; sessions and reset links are left out.
import { stat } from "node:fs/promises";
import { migrate } from "@/db/migrate";
import { pictureStorage } from "@/lib/images/configured-storage";
import { restoreBackup } from "./backup-file";
import { command } from "./command";
import { CliError } from "./processes.mjs";

void command("npm run restore", { makes: true }, async ({ url, settings }) => {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--replace");
  if (!file || rest.length > 0) throw new CliError("Which file? npm run restore -- FILE [--replace]");
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new CliError(`There is no file ${file}.`);
  await migrate(url, console.log);
  const rows = await restoreBackup(file, url, pictureStorage(settings), args.includes("--replace"));
  for (const [name, count] of Object.entries(rows)) console.log(`${name}: ${count}`);
  console.log(`Restored from ${file}. Sessions, tokens and reset links are not restored: everybody signs in again.`);
});
