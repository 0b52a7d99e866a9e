// Empty databases, and migrations of a newer version of the program, for tests of migrations.
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll } from "vitest";
import { MIGRATIONS, readMigrations } from "@/db/migrate";
import { databaseUrl } from "./postgres";
import { sql } from "./sql";

export const migrations = await readMigrations(MIGRATIONS);
const folders: string[] = [];
const connections: postgres.Sql[] = [];
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.end()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A connection that ends with the test file. */
export function anotherConnection(url: string): postgres.Sql {
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  connections.push(connection);
  return connection;
}

/** An empty database, with a connection to it. */
export async function anEmptyDatabase() {
  const name = `migrations_${randomUUID().slice(0, 8)}`;
  await sql.unsafe(`create database ${name}`);
  const url = databaseUrl(process.env.TEST_DATABASE_URL ?? "", name);
  return { url, on: anotherConnection(url) };
}

/** The program's migrations before one of them: those of an older version of the program. */
export const olderVersion = (before: string): Promise<string> =>
  newerVersion(
    {},
    migrations.slice(
      0,
      migrations.findIndex(({ tag }) => tag === before),
    ),
  );

/** The program's migrations, and `more` after them: those of a newer version of the program. */
export async function newerVersion(more: Record<string, string>, known = migrations): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "mithaas-migrations-"));
  folders.push(folder);
  const entries: { tag: string; when: number }[] = known.map(({ tag, when }) => ({ tag, when }));
  for (const { tag } of entries)
    await writeFile(path.join(folder, `${tag}.sql`), await readFile(path.join(MIGRATIONS, `${tag}.sql`)));
  for (const [tag, text] of Object.entries(more)) {
    await writeFile(path.join(folder, `${tag}.sql`), text);
    entries.push({ tag, when: (migrations.at(-1)?.when ?? 0) + entries.length });
  }
  await mkdir(path.join(folder, "meta"));
  await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  return folder;
}
