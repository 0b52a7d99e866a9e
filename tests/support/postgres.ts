import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";

/** The database that tests copy: migrated and seeded once. */
const TEMPLATE = "mithaas_template";

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes the template on a test's server (`TEST_DATABASE_URL`), unless it is there. */
export async function makeTemplate(server: string): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    const [there] = await sql`select 1 from pg_database where datname = ${TEMPLATE}`;
    if (there) return;
    const draft = `${TEMPLATE}_draft`;
    await sql`create database ${sql(draft)}`;
    await migrate(databaseUrl(server, draft));
    await seed(databaseUrl(server, draft));
    await sql`alter database ${sql(draft)} rename to ${sql(TEMPLATE)}`;
  } finally {
    await sql.end();
  }
}

/** Makes a database of its own for a test file or a server, as the template is. Gives its address. It goes with the server. */
export async function makeDatabase(server: string, name: string): Promise<string> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(name)} template ${sql(TEMPLATE)}`;
  } finally {
    await sql.end();
  }
  return databaseUrl(server, name);
}
