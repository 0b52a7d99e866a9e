// A backup beside a running shop, restored elsewhere, is the same shop: every row and every picture, in a folder or in S3-compatible storage.
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { withConnection } from "@/db/connection";
import { OperatorError } from "@/db/operator-error";
import { reserve } from "@/lib/cart/commands";
import { folderStorage } from "@/lib/images/folder-storage";
import { connect, s3Storage } from "@/lib/images/s3-storage";
import type { PictureStorage } from "@/lib/images/storage";
import { placeOrder } from "@/lib/orders/place";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, recordPayment } from "@/lib/payments/commands";
import { createReset } from "@/lib/people/reset-commands";
import { saveSettings } from "@/lib/settings/commands";
import { restoreBackup, writeBackup } from "../../scripts/backup-file";
import { checkPictures, copyPictures, readPictures } from "../../scripts/transfer-pictures";
import { anAdmin, anOrder, aSweet, customers, signedIn } from "../support/factories";
import { aMigratedDatabase } from "../support/postgres";
import { S3Server } from "../support/s3-server";
import { pool, sql } from "../support/sql";

const url = process.env.DATABASE_URL ?? "";
const server = new S3Server();
let folder: string;
let bucket: PictureStorage;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-backup-"));
  await server.start();
  bucket = s3Storage(connect(server.settings));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => folderStorage(path.join(folder, name));
const SIZES = [320, 640, 960].flatMap((width) => [`${width}.avif`, `${width}.webp`]);

/** A picture that the database knows, with its files where pictures are; their names. */
async function aPicture(storage: PictureStorage): Promise<string[]> {
  const id = randomUUID().replaceAll("-", "").slice(0, 20);
  await sql`insert into images (id, width, height, blur) values (${id}, 960, 960, 'data:,')`;
  const names = SIZES.map((size) => `${id}-${size}`).sort();
  await storage.write(
    "uploads",
    names.map((name) => ({ name, bytes: Buffer.from(`bytes of ${name}`) })),
  );
  return names;
}

/** Deletes it again, as no shop does, so that each test has one picture. */
async function forget(names: string[], storages: PictureStorage[]) {
  for (const storage of storages) for (const name of names) await storage.delete("uploads", name);
  await sql`delete from images where id = ${names[0]?.slice(0, 20) ?? ""}`;
}

/** The pictures that are stored, each with what it holds, by name. */
async function picturesIn(storage: PictureStorage): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for await (const { name, bytes } of readPictures(storage)) found.push([name, bytes.toString()]);
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}
const whole = (names: string[]) => names.map((name) => [name, `bytes of ${name}`]);

describe("a restore that fails leaves no picture behind, and those that were there", () => {
  const places = {
    "in a folder": {
      storage: () => inFolder("failing"),
      // What is in the way of the last picture is met when the others have their places.
      bar: (name: string) => mkdir(path.join(folder, "failing/uploads", name)),
      unbar: (name: string) => rm(path.join(folder, "failing/uploads", name), { recursive: true }),
      message: /EISDIR|ENOTEMPTY|EEXIST/,
    },
    "in the storage": {
      storage: () => bucket,
      bar: async (name: string) => {
        server.fault = (request) =>
          request === `PUT pictures/uploads/${name}` ? { status: 507, code: "StorageFull" } : undefined;
      },
      unbar: async () => {
        server.fault = () => undefined;
      },
      message: "There is no space left to store the picture.",
    },
  };

  let names: string[];
  let [file, cut] = ["", ""];
  beforeAll(async () => {
    names = await aPicture(inFolder("whole"));
    [file, cut] = [path.join(folder, "whole.backup"), path.join(folder, "cut.backup")];
    await writeBackup(file, url, inFolder("whole"));
    // Cut off after the pictures: its end is missing.
    const bytes = gunzipSync(await readFile(file));
    await writeFile(cut, gzipSync(bytes.subarray(0, bytes.indexOf("rows.json")), { level: 1 }));
  });
  afterAll(() => forget(names, [inFolder("whole")]));

  test.each(Object.entries(places))("%s", async (_, { storage, bar, unbar, message }) => {
    const pictures = storage();
    const [first = "", last = ""] = [names[0], names.at(-1)];
    await pictures.write("uploads", [{ name: first, bytes: Buffer.from("as before") }]);
    const target = await aMigratedDatabase();
    await expect(restoreBackup(cut, target, pictures)).rejects.toThrow(/not a? ?whole/);
    expect(await picturesIn(pictures)).toEqual([[first, "as before"]]);

    await bar(last);
    await expect(restoreBackup(file, target, pictures)).rejects.toThrow(message);
    expect(await picturesIn(pictures)).toEqual([[first, "as before"]]);
    await unbar(last);
    await restoreBackup(file, target, pictures);
    expect(await picturesIn(pictures)).toEqual([[first, "as before"], ...whole(names.slice(1))]);
    for (const name of names) await pictures.delete("uploads", name);
  });
});

test("pictures that are not there yet are copied, both ways, and those that are missing are named", async () => {
  const names = await aPicture(inFolder("running"));
  expect(await copyPictures(inFolder("running"), bucket)).toEqual({ copied: 6, all: 6 });
  expect((await checkPictures(url, bucket)).missing).toEqual([]);
  await bucket.delete("uploads", names[0] as string);
  expect((await checkPictures(url, bucket)).missing).toEqual([names[0]]);
  expect(await copyPictures(inFolder("running"), bucket)).toEqual({ copied: 1, all: 6 });
  expect(await copyPictures(bucket, inFolder("back"))).toEqual({ copied: 6, all: 6 });
  expect(await picturesIn(inFolder("back"))).toEqual(whole(names));
  await forget(names, [bucket]);
});

test("a backup of a shop with its pictures in the storage is restored into a folder, over what is there only when asked", async () => {
  const [names, file, target] = [await aPicture(bucket), path.join(folder, "stored.backup"), await aMigratedDatabase()];
  await writeBackup(file, url, bucket);
  await forget(names, [bucket]);
  await restoreBackup(file, target, inFolder("first"));
  expect(await picturesIn(inFolder("first"))).toEqual(whole(names));
  await expect(restoreBackup(file, target, inFolder("second"))).rejects.toThrow(OperatorError);
  expect(await picturesIn(inFolder("second"))).toEqual([]);
  await restoreBackup(file, target, inFolder("second"), true);
  expect(await picturesIn(inFolder("second"))).toEqual(whole(names));
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
      select '${kind}', '${prefix}', '26-27', n, '${prefix}/26-27/' || n, ${order}, '2026-11-22', jsonb_build_object('text', repeat('x', 7500)),
             'Asha', 100, ${credited} from generate_series(1, 300) n`);
  await issue("OLD", "bill_of_supply", "null");
  await issue("NEW", "credit_note", "(select id from invoices where number = 'OLD/26-27/' || n)");
  await sql`insert into invoice_series select prefix, '26-27', 300 from (values ('OLD'), ('NEW')) s(prefix)`;
  await sql`insert into invoice_lines select id, 1, 'Laddoo', '2106', 1, 0, 100, 0, 0, 0, 100 from invoices where prefix in ('OLD', 'NEW')`;
  await sql`update invoices set buyer_name = null where prefix = 'OLD'`;
}

/** An order paid by the gateway, with refunds in each state, which lie before the payment that they are of. */
async function payOnline(order: number) {
  const [paid] = await sql`
    insert into payments (order_id, method, amount, state, reference) values (${order}, 'online', 10000, 'received', 'pay_1') returning id`;
  await sql`
    insert into payments (order_id, method, amount, state, reference, refund_of, gateway_key, ask_at)
    select ${order}, 'online', amount, 'refund_pending', reference, ${paid?.id}, gen_random_uuid(), now()
    from (values (100, null), (200, 'rfnd_1'), (300, 'rfnd_2'), (400, 'rfnd_3')) r(amount, reference)`;
  await sql`update payments set state = 'refunded', ask_at = null where reference = 'rfnd_2'`;
  await sql`update payments set state = 'refund_failed', ask_at = null where reference = 'rfnd_3'`;
  await sql`update payments set fee = 472 where id = ${paid?.id}`;
  await sql`insert into gateway_orders (receipt, order_id, amount, gateway_id) values (${`MTH${order}`}, ${order}, 10000, 'order_1')`;
  await sql`insert into online_payments (order_id, since, pay_by, failure) values (${order}, now(), now(), 'Payment failed')`;
  await sql`insert into gateway_events (id) values ('evt_1')`;
  await sql`update orders set credited_ahead = 400 where id = ${order}`;
}

test("a shop moves from its folder into the storage with every row and every picture, and goes on counting", async () => {
  const [buyer] = await customers(1);
  const sweet = await aSweet({ quantity: 50 });
  const admin = await anAdmin();
  const { id: paid } = await placeOrder(buyer!, anOrder([[sweet, 2]]), { channel: "api" }, pool);
  await claimPayment(buyer!, paid, { utr: "632915478201" }, pool);
  await recordPayment(admin, paid, { method: "cash", amount: 200, reference: null, force: false }, pool);
  await setOrderStatus(admin, paid, "Shipped", pool);
  await refundOrder(admin, paid, { amount: 50, reason: "A box was damaged" }, pool);
  await lieBehindNotes(paid);
  const { id: online } = await placeOrder(buyer!, anOrder([[sweet, 1]]), { channel: "api" }, pool);
  await payOnline(online);
  await reserve(buyer!, { productId: sweet.id, quantity: 3 }, pool);
  // The owner's list, which differs from the one that an empty database starts with.
  await sql`delete from search_synonyms where word = 'mewa'`;
  await sql`insert into search_synonyms values ('sukhadia', 'dry fruits')`;
  const notice = { text: "Diwali boxes are here", link: null, from: null, to: null };
  await saveSettings(await anAdmin(), "notice", { version: 0, value: notice }, pool);
  await signedIn(buyer!);
  await createReset(await anAdmin(), buyer!.id, pool);
  const names = await aPicture(inFolder("from"));

  const file = path.join(folder, "shop.backup");
  await writeBackup(file, url, inFolder("from"));
  const target = await aMigratedDatabase();
  await restoreBackup(file, target, bucket);
  expect(await picturesIn(bucket)).toEqual(whole(names));
  expect((await checkPictures(target, bucket)).missing).toEqual([]);
  await withConnection({ url: target }, async (restored) => {
    const { sessions, password_resets, ...rows } = await rowsOf(sql as unknown as postgres.Sql);
    expect([sessions?.length, password_resets?.length]).toEqual([1, 1]);
    // An old secret must open nothing again: sessions and reset links are left out.
    expect(await rowsOf(restored)).toEqual({ ...rows, sessions: [], password_resets: [] });
    // New rows get new numbers.
    const [made] = await restored`
      insert into orders (user_id, channel, total) values (${buyer!.id}, 'counter', 100) returning id > ${paid} as is_new`;
    expect(made?.is_new).toBe(true);
    // Triggers count and protect again.
    const [sums] =
      await restored`select received, refunded, claimed, payment_state as state from orders where id = ${paid}`;
    expect(sums).toEqual({ received: "20000", refunded: "5000", claimed: "20000", state: "part_refunded" });
    const [gateway] = await restored`
      select received, refunded, refund_pending, credited_ahead from orders where id = ${online}`;
    expect(gateway).toEqual({ received: "10000", refunded: "300", refund_pending: "300", credited_ahead: "400" });
    const violates = (constraint: string) => ({ constraint_name: constraint });
    await expect(restored`delete from payments`).rejects.toMatchObject(violates("payments_protected"));
    await expect(restored`update invoices set total = 1`).rejects.toMatchObject(violates("invoices_protected"));
  });
  expect((await checkStock(target)).differences).toEqual([]);
  expect((await checkPayments(target)).differences).toEqual([]);
  await forget(names, [bucket]);
}, 120_000);
