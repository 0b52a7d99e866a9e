// A backup that cannot be restored is refused by its name, and the database stays as it was; one from before the baseline is
// restored. Slow: each file is given to the command that restores.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anEmptyDatabase } from "../support/postgres";
import { sql } from "../support/sql";

const run = promisify(execFile);
let folder: string;
let target: string;
let whole: Buffer;

const command = (name: string, url: string, ...args: string[]) =>
  run(process.execPath, ["scripts/run.mjs", name, ...args], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: path.join(folder, "data") },
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-restore-"));
  // A table of several pieces, of which PostgreSQL refuses the first while the others are still to be sent.
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`insert into enquiries (kind, name, email, phone, message)
             select 'contact', 'Person ' || n, 'person@example.com', '98200 12345', repeat('message ', 100) from generate_series(1, 8000) n`;
  });
  const file = path.join(folder, "whole.backup");
  await command("backup", process.env.DATABASE_URL!, file);
  whole = gunzipSync(await readFile(file));
  target = await anEmptyDatabase();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const rowsBefore = (bytes: Buffer) => bytes.indexOf("\tcontact\tPerson 1\t");
/** The same length, so that only the row is wrong. */
const withBadRow = (bytes: Buffer) => gzipSync(bytes.fill("x", rowsBefore(bytes), rowsBefore(bytes) + 4));
const compressed = gzipSync;

test.each([
  ["a row that is no row", withBadRow, /enquiries.*Nothing was changed/],
  [
    "a row twice",
    (bytes: Buffer) => {
      const rows = bytes.subarray(rowsBefore(bytes) - 1);
      const second = rows.indexOf("\n") + 1;
      rows.copy(rows, second, 0, 1);
      return compressed(bytes);
    },
    /enquiries.*Nothing was changed/,
  ],
  ["a file that ends within a table", (bytes: Buffer) => compressed(bytes).subarray(0, 60_000), /not a whole backup/],
  [
    "an archive that ends within a table",
    (bytes: Buffer) => compressed(bytes.subarray(0, rowsBefore(bytes) + 1_000_000)),
    /not a whole backup/,
  ],
  [
    "a last row that is no row, which PostgreSQL refuses after it has all of them",
    (bytes: Buffer) =>
      compressed(bytes.fill("x", bytes.indexOf("\tcontact\tPerson 8000\t"), bytes.indexOf("\tPerson 8000\t"))),
    /enquiries.*Nothing was changed/,
  ],
  [
    "bytes that were changed on the disk",
    (bytes: Buffer) => compressed(bytes).fill(0xff, 60_000, 60_100),
    /enquiries|not a whole backup/,
  ],
])(
  "%s",
  async (_, damage, message) => {
    const file = path.join(folder, `${randomUUID()}.backup`);
    await writeFile(file, damage(Buffer.from(whole)));
    const failure = await command("restore", target, file).catch((error) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    expect(failure.stderr.trim().split("\n")).toHaveLength(1);
    const now = postgres(target, { max: 1 });
    expect(await now`select 1 from enquiries`).toHaveLength(0);
    await now.end();
  },
  60_000,
);

// Made by `npm run backup` of commit fc24c23, whose newest migration was 0019_functions_generic_plans: two sweets, six orders, two of them
// cancelled, with payments, a refund, documents, a customer's cart and a visitor's, and a line from before there were packs.
test("a backup from before the 27 migrations became one is restored: orders, payments, documents and stock", async () => {
  const url = await anEmptyDatabase();
  await command("restore", url, path.join(import.meta.dirname, "before-baseline.backup"));
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
  expect((await command("check-stock", url)).stdout).toMatch(/Stock is right.*10 units are held.*\nPayments are right/);
}, 60_000);
