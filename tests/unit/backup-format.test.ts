// Which backups a version restores.
import { expect, test } from "vitest";
import { assertFits, type Manifest } from "@/db/backup-format";
import { MIGRATIONS, readMigrations } from "@/db/migrate";

const common = { madeAt: "2026-11-22T00:00:00.000Z", tables: [], sequences: [] };
const since = (...tags: string[]) => tags.map((tag, when) => ({ tag, when, statements: [], hash: "" }));
const of = (migration: string): Manifest => ({ format: 2, migration, ...common });

test("the same version's, and an older one's while only functions have changed since", () => {
  const migrations = since("0000_initial", "0001_functions", "0002_origin", "0003_functions_origin");
  for (const tag of ["0003_functions_origin", "0002_origin"])
    expect(() => assertFits(of(tag), migrations)).not.toThrow();
  for (const tag of ["0001_functions", "0000_initial", "0004_newer"])
    expect(() => assertFits(of(tag), migrations)).toThrow(/another version of the schema .*Nothing was changed/);
});

test("the first format's, whose schema the first migration of today makes", async () => {
  const last = "b3dc3aad9dcd9d84a7b764382a5b67c2e303ae70df456a6d51266045f0310e35";
  const migrations = since("0000_initial", "0001_functions");
  const old = (hash: string): Manifest => ({ format: 1, migrations: ["some", "others", hash], ...common });
  expect(() => assertFits(old(last), migrations)).not.toThrow();
  expect(() => assertFits(old("another"), migrations)).toThrow(/3 migrations in format 1, here 0001_functions/);
  expect((await readMigrations(MIGRATIONS))[0]?.tag).toBe("0000_initial");
});
