// nightly: two instances start on a database that is migrated twice meanwhile; guards db/migrate.ts
// Two versions of the program share one database while instances are replaced: an expand migration, both versions at work, a contract
// migration (docs/upgrades.md). Both instances run the same build; the versions differ by their migrations.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "@/db/migrate";
import { expectStockRight } from "../support/database";
import { sql } from "../support/sql";
import { anInstance, anOwner, aPerson, aSweetBy, call, type Instance, order, until } from "./shop";

const folder = await mkdtemp(path.join(tmpdir(), "mithaas-upgrade-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Adds a migration to those of the version, and applies them. */
async function release(tag: string, text: string) {
  const file = path.join(folder, "meta/_journal.json");
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(await readFile(file, "utf8"));
  journal.entries.push({ tag, when: (journal.entries.at(-1)?.when ?? 0) + 1 });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(path.join(folder, `${tag}.sql`), text);
  await migrate(process.env.DATABASE_URL ?? "", undefined, folder);
}

test("orders and reads go on while the schema expands, a second version joins, the first leaves and the schema contracts", async () => {
  await cp(MIGRATIONS, folder, { recursive: true });
  const a = await anInstance({ RATE_LIMIT: "off" });
  const owner = await anOwner(a);
  const sweets = await Promise.all(Array.from({ length: 4 }, () => aSweetBy(a, owner, { stock: 100_000 })));
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson(a)));

  let instances: Instance[] = [a];
  let running = true;
  const done = { reads: 0, orders: new Map<string, number>(), failed: [] as unknown[] };
  const clients = people.map(async ({ token }, i) => {
    for (let n = 0; running; n++) {
      const at = instances[n % instances.length] as Instance;
      const ids = [sweets[n % 4]!.id, sweets[(n + i + 1) % 4]!.id];
      const [read, placed] = [
        await call(at, "GET", `/api/sweets/${ids[0]}`),
        await order(at, token, [...new Set(ids)]),
      ];
      if (read.status === 200) done.reads++;
      else done.failed.push([read.status, read.body]);
      if (placed.status === 201) done.orders.set(at.url, (done.orders.get(at.url) ?? 0) + 1);
      else done.failed.push([placed.status, placed.body]);
    }
  });
  const ordersAt = (at: Instance) => done.orders.get(at.url) ?? 0;
  const tenMoreAt = (at: Instance) => {
    const before = ordersAt(at);
    return until(() => ordersAt(at) >= before + 10 || done.failed.length > 0);
  };
  await tenMoreAt(a);

  // Expand: what the version before does not know has a default or is filled by a trigger.
  await release(
    "9000_expand",
    `alter table order_lines add column net_weight_grams integer;
     --> statement-breakpoint
     create function fill_net_weight() returns trigger language plpgsql as $$ begin
       new.net_weight_grams := (select s.net_weight_grams from sweets s where s.id = new.sweet_id);
       return new;
     end $$;
     --> statement-breakpoint
     create trigger fill_net_weight before insert on order_lines for each row execute function fill_net_weight();`,
  );
  await release("9001_index", "create index concurrently orders_updated on orders (updated_at);");
  await tenMoreAt(a);

  const b = await anInstance({ RATE_LIMIT: "off" });
  instances = [a, b];
  await Promise.all([tenMoreAt(a), tenMoreAt(b)]);

  // The first one gets no more requests, as a proxy does it, and is stopped.
  instances = [b];
  await tenMoreAt(b);
  expect(await a.stop()).toBe(0);
  await tenMoreAt(b);

  // Contract: what only the version before needed is removed.
  await release(
    "9002_contract",
    `drop trigger fill_net_weight on order_lines;
     drop function fill_net_weight();
     drop index orders_updated;
     alter table order_lines drop column net_weight_grams;`,
  );
  await tenMoreAt(b);
  running = false;
  await Promise.all(clients);

  const placed = ordersAt(a) + ordersAt(b);
  console.log(`${done.reads} reads and ${placed} orders during the upgrade, ${done.failed.length} failed`);
  expect(done.failed).toEqual([]);
  const [row] = await sql`select count(*)::int as orders from orders where channel = 'api'`;
  expect(row?.orders).toBe(placed);
  await expectStockRight();
});
