// The indexes that the migrations leave can be used by the queries of the shop.
import { expect, test } from "vitest";
import { sql } from "../support/sql";

test("a descending index has its nulls first, as `order by … desc` has: else no query of the shop is answered in its order", async () => {
  // Of each column bit 1 is descending, bit 2 nulls first: either both or none.
  const found = await sql`
    select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and exists (select from unnest(i.indoption::int2[]) o where o in (1, 2))`;
  expect(found.map(({ index }) => index)).toEqual([]);
});

/** Tables whose rows are never deleted: the shop hides a sweet, and keeps the ledger of payments. Nothing is looked for by them either. */
const KEPT = ["sweets", "payments"];

test("a row that can be deleted is looked for by an index in each table that refers to it, so that no deletion reads whole tables", async () => {
  // An index serves that begins with these columns, in any order, and leaves out no row but those without a reference.
  const found = await sql`
    select conrelid::regclass || ': ' || conname as key, confrelid::regclass::text as parent from pg_constraint f
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = f.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
          select '(' || quote_ident(attname) || ' IS NOT NULL)' from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1])))`;
  const missing = found.filter(({ parent }) => !KEPT.includes(parent));
  expect(missing.map(({ key }) => key)).toEqual([]);
});
