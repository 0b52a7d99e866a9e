// A backup beside a running shop, restored elsewhere, is the same shop: every row and every picture. Slow: it runs the commands for
// backup and restore, with documents of more than one piece.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReset } from "@/lib/accounts/reset-commands";
import { reserve } from "@/lib/cart/commands";
import { refundOrder, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { claimPayment, recordPayment } from "@/lib/payments/commands";
import { saveSettings } from "@/lib/settings/commands";
import { anAdmin, anOrder, aSweet, customers, signedIn } from "../support/factories";
import { anEmptyDatabase } from "../support/postgres";
import { sql } from "../support/sql";

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-backup-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const command = (name: string, url: string, dataDir: string, ...args: string[]) =>
  run(process.execPath, ["scripts/run.mjs", name, ...args], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
  });

/** Every row of every table as text, by table. */
async function rowsOf(on: postgres.Sql): Promise<Record<string, string[]>> {
  const tables = await on`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const read = await on`select t::text as row from ${on(name as string)} t order by 1`;
    rows[name as string] = read.map(({ row }) => row as string);
  }
  return rows;
}

/**
 * Documents of more than one piece of a backup, half of them changed after the other half was issued, which credits them: what was
 * changed lies behind what refers to it.
 */
async function lieBehindNotes(order: number) {
  const issue = (prefix: string, kind: string, credited: string) =>
    sql.unsafe(`
      insert into invoices (kind, prefix, year, sequence, number, order_id, date, content, buyer_name, total, credited_id)
      select '${kind}', '${prefix}', '26-27', n, '${prefix}/26-27/' || n, ${order}, '2026-11-22', jsonb_build_object('text', repeat('x', 1000)),
             'Asha', 100, ${credited} from generate_series(1, 3000) n`);
  await issue("OLD", "bill_of_supply", "null");
  await issue("NEW", "credit_note", "(select id from invoices where number = 'OLD/26-27/' || n)");
  await sql`insert into invoice_series select prefix, '26-27', 3000 from (values ('OLD'), ('NEW')) s(prefix)`;
  await sql`insert into invoice_lines select id, 1, 'Laddoo', '2106', 1, 0, 100, 0, 0, 0, 100 from invoices where prefix in ('OLD', 'NEW')`;
  await sql`update invoices set buyer_name = null where prefix = 'OLD'`;
}

test("a round trip keeps every row and every picture, and the shop goes on counting", async () => {
  const [buyer] = await customers(1);
  const sweet = await aSweet({ quantity: 50 });
  const admin = await anAdmin();
  const { id: paid } = await placeOrder(buyer!, anOrder([[sweet, 2]]), { channel: "api" });
  await claimPayment(buyer!, paid, { utr: "632915478201" });
  await recordPayment(admin, paid, { method: "cash", amount: 200, reference: null, force: false });
  await setOrderStatus(admin, paid, "Shipped");
  await refundOrder(admin, paid, { amount: 50, reason: "A box was damaged" });
  await lieBehindNotes(paid);
  await reserve(buyer!, { productId: sweet.id, quantity: 3 });
  // The owner's list, which differs from the one that an empty database starts with.
  await sql`delete from search_synonyms where word = 'mewa'`;
  await sql`insert into search_synonyms values ('sukhadia', 'dry fruits')`;
  const notice = { text: "Diwali boxes are here", link: null, from: null, to: null };
  await saveSettings(await anAdmin(), "notice", { version: 0, value: notice });
  await signedIn(buyer!);
  await createReset(await anAdmin(), buyer!.id);
  const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
  await mkdir(path.join(from, "uploads"), { recursive: true });
  const picture = Buffer.from(randomUUID());
  await writeFile(path.join(from, "uploads", "0123456789abcdef0123-320.webp"), picture);

  const file = path.join(folder, "shop.backup");
  await command("backup", process.env.DATABASE_URL!, from, file);

  const target = await anEmptyDatabase();
  await command("restore", target, to, file);

  const restored = postgres(target, { max: 1, onnotice: () => {} });
  try {
    const { sessions, password_resets, ...rows } = await rowsOf(sql as unknown as postgres.Sql);
    expect([sessions?.length, password_resets?.length]).toEqual([1, 1]);
    // An old secret must open nothing again: sessions and reset links are left out.
    expect(await rowsOf(restored)).toEqual({ ...rows, sessions: [], password_resets: [] });
    expect(await readdir(path.join(to, "uploads"))).toEqual(["0123456789abcdef0123-320.webp"]);
    expect(await readFile(path.join(to, "uploads", "0123456789abcdef0123-320.webp"))).toEqual(picture);
    // New rows get new numbers.
    const [made] = await restored`
      insert into orders (user_id, channel, total) values (${buyer!.id}, 'counter', 100) returning id > ${paid} as is_new`;
    expect(made?.is_new).toBe(true);
    // Triggers count and protect again.
    const [sums] =
      await restored`select received, refunded, claimed, payment_state as state from orders where id = ${paid}`;
    expect(sums).toEqual({ received: "20000", refunded: "5000", claimed: "20000", state: "part_refunded" });
    await expect(restored`delete from payments`).rejects.toMatchObject({ constraint_name: "payments_protected" });
    await expect(restored`update invoices set total = 1`).rejects.toMatchObject({
      constraint_name: "invoices_protected",
    });
  } finally {
    await restored.end();
  }
  expect((await command("check-stock", target, to)).stdout).toMatch(/Stock is right.*\nPayments are right/);
  // What is there is not overwritten unasked.
  await expect(command("restore", target, to, file)).rejects.toThrow();
}, 120_000);

test("a restore that fails leaves no picture behind, and those that were there", async () => {
  const [from, to] = [path.join(folder, "from-2"), path.join(folder, "to-2")];
  await mkdir(path.join(from, "uploads"), { recursive: true });
  await mkdir(path.join(to, "uploads"), { recursive: true });
  const [there, fresh, last] = ["0", "a", "f"].map((digit) => `${digit.repeat(20)}-320.webp`) as [
    string,
    string,
    string,
  ];
  for (const name of [there, fresh, last]) await writeFile(path.join(from, "uploads", name), name);
  await writeFile(path.join(to, "uploads", there), there);
  const file = path.join(folder, "whole.backup");
  await command("backup", process.env.DATABASE_URL!, from, file);
  const target = await anEmptyDatabase();
  const left = () => readdir(path.join(to, "uploads"));

  // Cut off after the pictures: its end is missing.
  const whole = gunzipSync(await readFile(file));
  const cut = path.join(folder, "cut.backup");
  await writeFile(cut, gzipSync(whole.subarray(0, whole.indexOf("rows.json"))));
  await expect(command("restore", target, to, cut)).rejects.toThrow();
  expect(await left()).toEqual([there]);

  // What is in the way of the last picture is met when the others have their places.
  await mkdir(path.join(to, "uploads", last));
  await expect(command("restore", target, to, file)).rejects.toThrow();
  expect((await left()).sort()).toEqual([there, last]);
  await rm(path.join(to, "uploads", last), { recursive: true });
  await command("restore", target, to, file);
  expect((await left()).sort()).toEqual([there, fresh, last]);
}, 120_000);
