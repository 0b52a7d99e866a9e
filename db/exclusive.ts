import postgres from "postgres";

/**
 * Does `work` unless another process does work of the same name on this database just now; then it does nothing. The lock is held by
 * a connection of its own, so it ends with the process. `url` must not be that of a pooler that lends connections for one statement.
 */
export async function withExclusiveConnection(url: string, name: string, work: () => Promise<void>): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 5,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: `mithaas ${name}` },
  });
  try {
    const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(hashtext(${name})) as locked`;
    if (row?.locked) await work();
  } finally {
    await sql.end({ timeout: 1 });
  }
}
