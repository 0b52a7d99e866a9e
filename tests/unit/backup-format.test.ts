// Which backups a version restores.
import { expect, test } from "vitest";
import { assertFits, type Manifest } from "@/db/backup-format";

const since = (...tags: string[]) => tags.map((tag, when) => ({ tag, when, statements: [], hash: "" }));
const of = (migration: string): Manifest => ({
  format: 2,
  migration,
  madeAt: "2026-11-25T00:00:00.000Z",
  tables: [],
  sequences: [],
});

test("the same version's, and an older one's while only functions have changed since", () => {
  const migrations = since("0000_baseline", "0001_functions", "0002_origin", "0003_functions_origin");
  for (const tag of ["0003_functions_origin", "0002_origin"])
    expect(() => assertFits(of(tag), migrations)).not.toThrow();
  for (const tag of ["0001_functions", "0000_baseline", "0004_newer"])
    expect(() => assertFits(of(tag), migrations)).toThrow(/another version of the schema .*that made it.*Nothing was/);
});

test("those of the migrations that became the baseline, while only functions have changed since the baseline", () => {
  for (const tag of ["0019_functions_generic_plans", "0026_mail_limit_indexes"]) {
    expect(() => assertFits(of(tag), since("0000_baseline", "0001_functions"))).not.toThrow();
    expect(() => assertFits(of(tag), since("0000_baseline", "0001_origin"))).toThrow(
      /restore it with the first release/,
    );
  }
  expect(() => assertFits(of("0015_growth_indexes"), since("0000_baseline"))).toThrow(/here 0000_baseline/);
});
