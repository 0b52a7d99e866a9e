// A backup that cannot be restored is refused, and the database stays as it was; one from before the baseline is restored.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { withConnection } from "@/db/connection";
import { createScratchDatabase } from "@/db/scratch-database";
import { folderStorage } from "@/lib/images/folder-storage";
import { restoreBackup, writeBackup } from "../../scripts/backup-file";
import { migrations } from "../support/migrations";
import { aMigratedDatabase } from "../support/postgres";
import { sql } from "../support/sql";

const url = process.env.DATABASE_URL ?? "";
let folder: string;
let target: string;
let whole: Buffer;
const pictures = () => folderStorage(path.join(folder, "data"));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-restore-"));
  // A table of two pieces, of which PostgreSQL refuses the first while the other is still to be sent.
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`insert into enquiries (kind, name, email, phone, message)
             select 'contact', 'Person ' || n, 'person@example.com', '98200 12345', repeat('message ', 240) from generate_series(1, 2200) n`;
  });
  const file = path.join(folder, "whole.backup");
  await writeBackup(file, url, pictures());
  whole = gunzipSync(await readFile(file));
  expect(whole.includes("tables/enquiries/2.copy")).toBe(true);
  target = await aMigratedDatabase();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const personAt = (bytes: Buffer, n: number) => bytes.indexOf(`\tcontact\tPerson ${n}\t`);
const compressed = (bytes: Buffer) => gzipSync(bytes, { level: 1 });
/** The same length, so that only the row is wrong. */
const withBadRow = (bytes: Buffer, n: number) =>
  compressed(bytes.fill("x", personAt(bytes, n), personAt(bytes, n) + "\tcontact".length));
const newest = migrations.at(-1)?.tag ?? "";
const damages: [name: string, damage: (bytes: Buffer) => Buffer, message: RegExp][] = [
  [
    "a backup of a newer version",
    (bytes) =>
      compressed(
        bytes.fill(newest.replace(/^..../, "9999"), bytes.indexOf(newest), bytes.indexOf(newest) + newest.length),
      ),
    /a schema that this version does not know \(9999_.*Nothing was changed/,
  ],
  ["a row that is no row", (bytes) => withBadRow(bytes, 1), /enquiries.*Nothing was changed/],
  [
    "a last row that is no row, which PostgreSQL refuses after it has all of them",
    (bytes) => withBadRow(bytes, 2200),
    /enquiries.*Nothing was changed/,
  ],
  [
    "a row twice",
    (bytes) => {
      const rows = bytes.subarray(personAt(bytes, 1) - 1);
      rows.copy(rows, rows.indexOf("\n") + 1, 0, 1);
      return compressed(bytes);
    },
    /enquiries.*Nothing was changed/,
  ],
  [
    "a file that ends within a table",
    (bytes) => {
      const file = compressed(bytes);
      return file.subarray(0, file.length / 2);
    },
    /not a whole backup/,
  ],
  [
    "an archive that ends within a table",
    (bytes) => compressed(bytes.subarray(0, personAt(bytes, 1100))),
    /not a whole backup/,
  ],
  [
    "bytes that were changed on the disk",
    (bytes) => {
      const file = compressed(bytes);
      return file.fill(0xff, file.length - 1000, file.length - 900);
    },
    /enquiries|not a whole backup/,
  ],
];

test.each(damages)("%s", async (_, damage, message) => {
  const file = path.join(folder, `${randomUUID()}.backup`);
  await writeFile(file, damage(Buffer.from(whole)));
  const failure = await restoreBackup(file, target, pictures()).catch((error) => error);
  expect(failure.message).toMatch(message);
  // What the command prints of these two is the message alone.
  expect(["CliError", "OperatorError"]).toContain(failure.constructor.name);
  expect(failure.message).not.toContain("\n");
  expect(await withConnection({ url: target }, (on) => on`select 1 from enquiries`)).toHaveLength(0);
});
// Made by `npm run backup` of commit fc24c23, whose newest migration was 0019_functions_generic_plans: two sweets, six orders, two of them
// cancelled, with payments, a refund, documents, a customer's cart and a visitor's, and a line from before there were packs.
test("a backup from before the 27 migrations became one is restored: orders, payments, documents and stock", async () => {
  const url = await aMigratedDatabase();
  await restoreBackup(path.join(import.meta.dirname, "before-baseline.backup"), url, pictures());
  const now = postgres(url, { max: 1 });
  const all = async (query: string) => (await now.unsafe(query).values()).map((row) => row.join(" "));
  expect(
    await all("select id, status, total, received, refunded, claimed, payment_state from orders order by id"),
  ).toEqual([
    "1 Pending 130000 0 0 130000 claimed",
    "2 Completed 110000 110000 0 0 paid",
    "3 Shipped 90000 90000 25000 0 part_refunded",
    "4 Cancelled 200000 0 0 0 unpaid",
    "5 Cancelled 50000 0 0 0 unpaid",
    "6 Completed 60000 60000 0 0 paid",
  ]);
  expect(
    await all(`select number, order_id, i.total, sum(l.total), credited_id from invoices i join invoice_lines l on l.invoice_id = i.id
               group by i.id order by i.id`),
  ).toEqual([
    "INV/26-27/000001 2 110000 110000 ",
    "INV/26-27/000002 3 90000 90000 ",
    "CRN/26-27/000001 3 25000 25000 2",
    "INV/26-27/000003 4 200000 200000 ",
    "CRN/26-27/000002 4 200000 200000 4",
    "INV/26-27/000004 6 60000 60000 ",
  ]);
  expect(await all("select order_id, method, amount, state from payments order by id")).toEqual([
    "1 upi 130000 claimed",
    "2 cash 110000 received",
    "3 card 90000 received",
    "3 card 25000 refunded",
    "6 card 60000 received",
  ]);
  expect(
    await all(
      "select name, quantity, sum(delta) from sweets s join stock_ledger l on l.sweet_id = s.id group by s.id order by s.id",
    ),
  ).toEqual(["Kaju Katli 180 180", "Besan Laddoo 93 93"]);
  expect(await all("select role, count(*) from users group by 1 order by 1")).toEqual(["admin 2", "customer 2"]);
  // No trigger was left switched off.
  expect(await all("select tgname from pg_trigger where tgenabled = 'D'")).toEqual([]);
  await now.end();
  expect(await checkStock(url)).toMatchObject({ differences: [], held: 10 });
  expect((await checkPayments(url)).differences).toEqual([]);
});

test("a scratch database is dropped after those who made it have ended, and no other one is", async () => {
  // Of another shop on the same server.
  const other = `mithaas_verify_1_${randomBytes(6).toString("hex")}`;
  await sql.unsafe(`create database ${other}`);
  const made = [await createScratchDatabase(url), await createScratchDatabase(url)];
  const [killed = "", running = ""] = made.map((one) => new URL(one?.url ?? "").pathname.slice(1));
  const areThere = async (...names: string[]) =>
    (await sql`select datname from pg_database where datname in ${sql(names)}`).map(({ datname }) => datname).sort();
  expect(await areThere(killed, running)).toHaveLength(2);

  // A process that is killed loses its connection, and with it the lock that says that it lives.
  const holders = () =>
    sql`select pid from pg_locks where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = hashtextextended(${killed}, 0)`;
  await sql`select pg_terminate_backend(${(await holders())[0]?.pid})`;
  await expect.poll(async () => (await holders()).length, { interval: 10, timeout: 10_000 }).toBe(0);
  const next = await createScratchDatabase(url);
  expect(await areThere(killed, running, other)).toEqual([running, other].sort());
  await Promise.all([made[1]?.drop(), next?.drop()]);
  expect(await areThere(running, other)).toEqual([other]);
  await sql.unsafe(`drop database ${other}`);
});
