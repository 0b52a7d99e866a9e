/**
 * The files of db/functions against what a database has. They are the readable source of the current functions and triggers; a database
 * gets them by numbered migrations alone. `npm run db:generate` writes such a migration, and a test fails while one is missing.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";

const FOLDER = path.join(import.meta.dirname, "functions");

/** A statement of these files: `create or replace function …` or `create or replace trigger …`. */
type Definition = { kind: "function" | "trigger"; name: string; text: string };

/** A function or trigger as PostgreSQL describes it. `drop` is the statement that removes it. */
type Installed = { definition: string; signature: string; drop: string };

/** Every statement of db/functions in the order of files and lines, without the comments between them. */
export async function readFunctionFiles(): Promise<Definition[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".sql")).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(FOLDER, file), "utf8")));
  return texts.flatMap((text) => {
    const starts = [...text.matchAll(/^create or replace (function|trigger) (\w+)/gm)];
    return starts.map((start, i) => ({
      kind: start[1] as Definition["kind"],
      name: start[2] ?? "",
      text: text.slice(start.index, starts[i + 1]?.index).replace(/(\n(--.*)?)+$/, ""),
    }));
  });
}

/** What the migrations have installed in a database, by kind and name. Functions of extensions are left out. */
export async function readInstalled(sql: postgres.ISql): Promise<Map<string, Installed>> {
  const rows = await sql<(Installed & { key: string })[]>`
    select 'function ' || p.proname as key, pg_get_functiondef(p.oid) as definition,
      pg_get_function_identity_arguments(p.oid) || ' → ' || pg_get_function_result(p.oid) as signature,
      format('drop function if exists %I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as drop
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'trigger ' || t.tgname, pg_get_triggerdef(t.oid), t.tgrelid::regclass::text,
      format('drop trigger if exists %I on %s', t.tgname, t.tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    order by key desc`;
  return new Map(rows.map(({ key, ...installed }) => [key, installed]));
}

/** Replaces what a database has by what the files say. For a scratch database: this is not how a shop's database is updated. */
export async function installFunctionFiles(sql: postgres.ISql): Promise<void> {
  await sql.unsafe("set check_function_bodies = off"); // the files are in alphabetical order, whatever calls what
  for (const { drop } of (await readInstalled(sql)).values()) await sql.unsafe(drop);
  for (const { text } of await readFunctionFiles()) await sql.unsafe(text);
}

/**
 * The statements that turn what the migrations install into what the files say; none when both are the same.
 * `removed`: functions that a version of the program which still runs may call.
 */
export async function functionChanges(
  before: Map<string, Installed>,
  after: Map<string, Installed>,
): Promise<{ statements: string[]; removed: string[] }> {
  const drops: string[] = [];
  const removed: string[] = [];
  // Triggers come first in both maps, so that a function is dropped after the triggers that call it.
  for (const [key, installed] of before) {
    const next = after.get(key);
    if (next?.signature === installed.signature) continue;
    drops.push(`${installed.drop};`);
    if (key.startsWith("function ")) removed.push(key.slice("function ".length));
  }
  const creates = (await readFunctionFiles())
    .filter(({ kind, name }) => {
      const key = `${kind} ${name}`;
      return before.get(key)?.definition !== after.get(key)?.definition;
    })
    .map(({ text }) => text);
  const statements = [...drops, ...creates];
  if (creates.length > 0) statements.unshift("set local check_function_bodies = off;");
  return { statements, removed };
}
