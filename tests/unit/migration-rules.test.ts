// What docs/upgrades.md says of the locks of migrations.
import { describe, expect, test } from "vitest";
import { MIGRATIONS, readMigrations } from "@/db/migrate";
import { brokenRules } from "@/db/migration-rules";

const migrations = await readMigrations(MIGRATIONS);
/** The newest that was written without these rules. It stays as it is, as all before it. */
const NEWEST_WITHOUT = "0012_customers_without_account";

test.each(migrations.filter(({ tag }) => tag > NEWEST_WITHOUT))("$tag keeps them", (migration) =>
  expect(brokenRules(migration)).toEqual([]),
);

test("the newest one that does not is found", () => {
  const found = migrations.filter((migration) => brokenRules(migration).length > 0);
  expect(found.at(-1)?.tag).toBe(NEWEST_WITHOUT);
});

describe("of a large table", () => {
  const added = 'ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind <> $$x$$)';
  test.each([
    [
      'CREATE INDEX "orders_x" ON "public"."orders" USING btree ("day");',
      /orders_x of orders is not built concurrently/,
    ],
    ["-- one\ncreate unique index orders_x on orders (day)", /is not built concurrently/],
    ["create index concurrently orders_x on orders (day);", /cannot be applied again/],
    [`drop index concurrently if exists a; ${added} not valid`, /runs in no transaction/],
    [added, /constraint of messages is not added 'not valid'/],
    [`${added} not valid, add unique (event)`, /constraint of messages/],
    ["alter table only orders add column x int references users", /constraint of orders/],
    ["alter table orders add constraint orders_x foreign key (x) references users(id)", /constraint of orders/],
    ["alter table orders add constraint orders_x unique (x)", /constraint of orders/],
    [`${added} not valid; alter table messages validate constraint messages_kind`, /under the lock of the migration/],
    ["alter table orders alter column total set not null", /All rows of orders/],
    ['ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE bigint', /All rows of orders/],
    ["update users set staff = 'owner'", /Rows of users are written/],
    ["create index if not exists orders_x on orders (id)", /orders_x of orders is not built concurrently/],
    ["create index on orders (id)", /without a name of orders is not built concurrently/],
    ["create index concurrently on orders (id)", /cannot be applied again/],
    ["do $$ declare x int; begin if true then update orders set x = 1; end if; end $$", /Rows of orders are written/],
    ["DO LANGUAGE plpgsql $x$ BEGIN ALTER TABLE orders ALTER x SET NOT NULL; END $x$", /All rows of orders/],
    ["with a as (select 1) update orders set x = 1 where id in (select 1)", /Rows of orders are written/],
    ["with a as (delete from orders returning id) select count(*) from a", /Rows of orders are written/],
    ["truncate settings, orders", /Rows of orders are written/],
    ["merge into orders using a on true when matched then delete", /Rows of orders are written/],
    ["alter table orders alter x type bigint", /All rows of orders/],
    ["alter table orders add column x uuid default gen_random_uuid()", /All rows of orders/],
    ["alter table orders add x numeric(9, 2) default (random() * 9)", /All rows of orders/],
    ["alter table orders add x bigserial", /All rows of orders/],
    ["alter table orders add column x int generated always as (total * 2) stored", /All rows of orders/],
    ["reindex table orders", /'reindex table orders' locks/],
    ["reindex (verbose) index orders_x", /locks while all rows are read/],
    ["cluster orders using orders_x", /locks while all rows are read/],
  ])("%s", (text, rule) => expect(brokenRules({ statements: [text] })).toEqual([expect.stringMatching(rule)]));
});

test.each([
  "drop index concurrently if exists orders_x; create index concurrently orders_x on orders (day)",
  "alter table orders add constraint orders_x check (x > 0) not valid",
  "alter table orders validate constraint orders_x",
  "alter table orders add constraint orders_x unique using index orders_x",
  "alter table orders add column x text default ''",
  "alter table orders add column x varchar(9) default 'a'::varchar(9), add y timestamptz default now()",
  "alter table orders add column x uuid, alter column x set default gen_random_uuid()",
  "create trigger x after update or truncate on orders for each statement execute function f()",
  "do $$ begin update settings set value = 1; end $$; truncate settings; reindex table settings",
  "create table gifts (id int primary key); create index gifts_x on gifts (id); alter table gifts add check (id > 0)",
  "create index sweets_x on sweets (id); alter table settings add constraint settings_section check (section in ('shop'))",
  "create function f() returns trigger language plpgsql as $$ begin update orders set x = 1; return new; end $$",
])("allowed: %s", (text) => expect(brokenRules({ statements: [text] })).toEqual([]));
