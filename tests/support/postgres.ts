import { randomUUID } from "node:crypto";
import postgres from "postgres";

/** The database that tests copy: migrated and seeded once (postgres-template.ts). */
export const TEMPLATE = "mithaas_template";
/** The same without the seed. */
export const EMPTY_TEMPLATE = "mithaas_empty";

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes a database of its own for a test file or a server, as the template is. Gives its address. It goes with the server. */
export async function makeDatabase(server: string, name: string, template = TEMPLATE): Promise<string> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(name)} template ${sql(template)}`;
  } finally {
    await sql.end();
  }
  return databaseUrl(server, name);
}

/** A database beside the test file's own that is migrated and empty, as one that a backup is restored into. Gives its address. */
export const aMigratedDatabase = (): Promise<string> =>
  makeDatabase(process.env.TEST_DATABASE_URL ?? "", `migrated_${randomUUID().slice(0, 8)}`, EMPTY_TEMPLATE);
