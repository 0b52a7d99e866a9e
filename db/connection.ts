import postgres from "postgres";

/** What the program expects of every session. A database or a role may have other defaults (ALTER DATABASE … SET DateStyle = …). */
export const sessionSettings = { TimeZone: "UTC", DateStyle: "ISO, MDY", standard_conforming_strings: "on" };

/** More of the same, for connections that lead to the server itself: PgBouncer refuses one that asks for these. */
export const directSettings = {
  IntervalStyle: "postgres",
  extra_float_digits: "1",
  default_transaction_isolation: "read committed" as const,
};

/**
 * What commands ask of their connections. The role may have limits that are meant for the shop's short statements (docs/operations.md), and
 * a migration, a backup or a check takes longer. These are texts because postgres.js does not send the number 0.
 */
export const commandSettings: Record<string, string> = {
  ...sessionSettings,
  ...directSettings,
  lock_timeout: "0",
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
};

/** `fetch_types: false`: without the types of arrays, for work that has none; see db/client.ts. */
type Place = {
  url: string;
  connect_timeout?: number;
  connection?: Record<string, string>;
  fetch_types?: false;
};

/** Does `work` on a connection of its own, and ends it. For commands, and for checks beside the shop's pools (db/client.ts). */
export async function withConnection<Result>(
  { url, connection, ...options }: Place,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    ...options,
    connection: { ...commandSettings, ...connection },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Does `work` unless another process does work of the same name on this database just now; then it does nothing. The lock is held by
 * the connection, so it ends with the process. `url` must not be that of a pooler that lends connections for one statement.
 */
export async function withExclusiveConnection(url: string, name: string, work: () => Promise<void>): Promise<void> {
  const connection = { application_name: `mithaas ${name}` };
  await withConnection({ url, connect_timeout: 5, connection, fetch_types: false }, async (sql) => {
    const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(hashtext(${name})) as locked`;
    if (row?.locked) await work();
  });
}
