import type postgres from "postgres";
import { copyTarget, listTables, type Manifest, type Sequence, type Table } from "./backup-format";
import { withConnection } from "./connection";
import { MIGRATIONS, newestApplied, readMigrations } from "./migrate";
import { OperatorError } from "./operator-error";

/** Bytes of a piece of a table. */
const PIECE_BYTES = 4_000_000;

/** Whether rows of a table refer to others of it. */
async function refersToItself(tx: postgres.TransactionSql, { name }: Table): Promise<boolean> {
  const found = await tx`
    select 1 from pg_constraint where contype = 'f' and conrelid = confrelid and conrelid = format('public.%I', ${name}::text)::regclass`;
  return found.length > 0;
}

/**
 * Reads every table of a database as of one moment, without keeping anybody from writing. `write` gets the manifest and the pieces as
 * files of a backup, one after the other. Gives the number of rows of each table.
 */
export async function dumpTables(
  url: string,
  write: (name: string, body: Buffer) => Promise<void>,
): Promise<Record<string, number>> {
  const migrations = await readMigrations(MIGRATIONS);
  const rows: Record<string, number> = {};
  await withConnection({ url }, (sql) =>
    sql.begin("isolation level repeatable read read only", async (tx) => {
      const tables = await listTables(tx);
      if (!tables.some((table) => table.name === "sweets"))
        throw new OperatorError("This is not a migrated database of the shop.");
      const newest = await newestApplied(tx);
      const migration = migrations.find(({ when }) => when === newest);
      if (!migration)
        throw new OperatorError("The database is of another version of the shop: make the backup with that version.");
      const sequences = await tx<Sequence[]>`
        select sequencename as name, last_value::float8 as "lastValue" from pg_sequences where schemaname = 'public' order by 1`;
      const manifest: Manifest = {
        format: 2,
        madeAt: new Date().toISOString(),
        migration: migration.tag,
        tables,
        sequences: [...sequences],
      };
      await write("manifest.json", Buffer.from(JSON.stringify(manifest)));
      for (const table of tables) {
        const [counted] = await tx<{ count: number }[]>`select count(*)::float8 as count from ${tx(table.name)}`;
        rows[table.name] = counted?.count ?? 0;
        let piece: Buffer[] = [];
        let size = 0;
        let number = 0;
        const flush = async () => {
          if (piece.length > 0) await write(`tables/${table.name}/${++number}.copy`, Buffer.concat(piece));
          piece = [];
          size = 0;
        };
        // A row that others of its table refer to comes before them: each piece is checked when it has been loaded, and a row that
        // was changed lies behind younger ones.
        const source = (await refersToItself(tx, table))
          ? tx`(select ${tx(table.columns)} from ${tx(table.name)} order by id)`
          : copyTarget(tx, table);
        for await (const chunk of await tx`copy ${source} to stdout`.readable()) {
          piece.push(chunk);
          size += chunk.length;
          if (size >= PIECE_BYTES) await flush();
        }
        await flush();
      }
    }),
  );
  return rows;
}
