import postgres from "postgres";
import { withConnection } from "@/db/connection";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { databaseUrl, EMPTY_TEMPLATE, TEMPLATE } from "./postgres";

/** Makes both templates on a test's server (`TEST_DATABASE_URL`), unless they are there. */
export async function makeTemplate(server: string): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    // One process makes them while the others wait. The lock goes with the connection.
    await sql`select pg_advisory_lock(1)`;
    const [there] = await sql`select 1 from pg_database where datname = ${TEMPLATE}`;
    if (there) return;
    const draft = `${TEMPLATE}_draft`;
    await sql`create database ${sql(draft)}`;
    await migrate(databaseUrl(server, draft));
    await sql`create database ${sql(EMPTY_TEMPLATE)} template ${sql(draft)}`;
    await seed(databaseUrl(server, draft));
    // The days of the sample festivals can be booked at some times of the year: no test depends on when it runs.
    await withConnection({ url: databaseUrl(server, draft) }, (to) => to`delete from settings`);
    await sql`alter database ${sql(draft)} rename to ${sql(TEMPLATE)}`;
  } finally {
    await sql.end();
  }
}
