import type postgres from "postgres";
import { OperatorError } from "./operator-error";

/** What the program wants to know of a database before it works with it. */
type Facts = {
  /** Quoted where PostgreSQL would need it. */
  database: string;
  role: string;
  version: number;
  encoding: string;
  searchPath: string;
  hasPublic: boolean;
  /** Where new tables are created. */
  schema: string | null;
  /** `pg_trgm in the schema extensions`, for an extension whose functions are not found. */
  hiddenExtension: string | null;
  missingExtension: string | null;
  isReadOnly: boolean;
  mayCreate: boolean;
};

/** Reads them, in one round trip. */
export async function readFacts(sql: postgres.Sql): Promise<Facts> {
  const [facts] = await sql<[Facts]>`
    with needed as (
      select n.name, e.oid is not null as installed, e.extnamespace::regnamespace::text as schema
      from unnest(array['pg_trgm', 'fuzzystrmatch']) as n (name) left join pg_extension e on e.extname = n.name
    )
    select quote_ident(current_database()) as database, quote_ident(current_user) as role,
      current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding,
      current_setting('search_path') as "searchPath", 'public' = any (current_schemas(false)) as "hasPublic",
      current_schema() as schema,
      (select format('%s in the schema %s', name, schema) from needed
        where installed and not schema = any (select quote_ident(s) from unnest(current_schemas(true)) s) limit 1) as "hiddenExtension",
      (select name from needed where not installed
        and not exists (select from pg_available_extensions a where a.name = needed.name) limit 1) as "missingExtension",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (to_regclass('drizzle.__drizzle_migrations') is not null or has_database_privilege(current_database(), 'create'))
        and coalesce(has_schema_privilege(current_schema(), 'create'), true) as "mayCreate"`;
  return facts;
}

/**
 * Throws an OperatorError with a line for each thing for which the shop would fail on this database.
 * @param isToMigrate also for what is needed to change the schema
 */
export function assertSuitable(facts: Facts, isToMigrate: boolean): void {
  const { database, role, version, encoding, searchPath, schema } = facts;
  const path = `the search_path is ${searchPath || "empty"}`;
  const lines = [
    version < 15 && `the server is PostgreSQL ${version}; accepted: 15 or newer`,
    encoding !== "UTF8" &&
      `the database ${database} has the encoding ${encoding}; accepted: UTF8, such as a new one by create database … template template0 encoding 'UTF8'`,
    (isToMigrate ? schema !== "public" : !facts.hasPublic) &&
      `${path}; accepted: one in which public is the first schema that exists, as after alter database ${database} set search_path = public`,
    facts.hiddenExtension &&
      `the extension ${facts.hiddenExtension} is not found, since ${path}; accepted: a search_path with public and that schema`,
  ];
  if (isToMigrate)
    lines.push(
      facts.isReadOnly &&
        `the database ${database} takes no writes; accepted: the primary, without default_transaction_read_only`,
      facts.missingExtension &&
        `the server has no extension ${facts.missingExtension}; accepted: PostgreSQL with its contrib modules`,
      !facts.mayCreate &&
        `the role ${role} may not create schemas, tables and extensions; accepted: the owner, as after alter database ${database} owner to ${role}`,
    );
  const wrong = lines.filter((line) => typeof line === "string");
  if (wrong.length > 0)
    throw new OperatorError(`${wrong.map((line) => `DATABASE_URL: ${line}`).join("\n")}\nNothing was changed.`);
}
