// npm run backup -- FILE: all tables as of one moment, and the uploaded pictures, in one file (db/backup-format.ts).
import { stat } from "node:fs/promises";
import { pictureStorage } from "@/lib/images/configured-storage";
import { writeBackup } from "./backup-file";
import { command } from "./command";
import { CliError } from "./processes.mjs";

void command("npm run backup", { makes: false }, async ({ url, settings }) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new CliError("Which file? npm run backup -- FILE");
  const rows = await writeBackup(file, url, pictureStorage(settings));
  for (const [name, count] of Object.entries(rows)) console.log(`${name}: ${count}`);
  console.log(`Backed up to ${file} (${((await stat(file)).size / 1e6).toFixed(1)} MB).`);
});
