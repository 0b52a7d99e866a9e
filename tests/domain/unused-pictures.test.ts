// Pictures that no sweet has any more are deleted (docs/behaviour.md#pictures), after a while and never while somebody stores or copies some.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { storeImage } from "@/lib/images/commands";
import { folderStorage } from "@/lib/images/folder-storage";
import type { Derived } from "@/lib/images/pipeline";
import type { PictureStorage } from "@/lib/images/storage";
import { deleteUnusedPictures } from "@/lib/images/unused-commands";
import { filesOf } from "@/lib/images/urls";
import { restoreBackup, writeBackup } from "../../scripts/backup-file";
import { hold, waitingForALock } from "../support/database";
import { anAdmin, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

const place = vi.hoisted(() => ({ storage: undefined as unknown as PictureStorage }));
vi.mock("@/lib/images/configured-storage", () => ({ pictureStorage: () => place.storage }));

let folder: string;
let admin: Member;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-unused-"));
  admin = await anAdmin();
});
beforeEach(async () => {
  place.storage = folderStorage(path.join(folder, randomBytes(4).toString("hex")));
  await sql`update sweets set image_id = null`;
  await sql`delete from images`;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function aPicture(): Derived {
  const picture = { id: randomBytes(10).toString("hex"), width: 960, height: 960, blur: "data:," };
  return { ...picture, files: filesOf(picture).map((name) => ({ name, bytes: Buffer.from(name) })) };
}
/** A sweet with a picture. */
async function pictured(picture = aPicture()) {
  const { id } = await aSweet();
  await updateSweet(admin, id, {}, picture, pool);
  return { id, picture };
}
async function files(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of place.storage.list("uploads")) names.push(name);
  return names.sort();
}
/** The pictures that are stored, each with its row and all of its files. */
async function stored(): Promise<string[]> {
  const rows = await sql<{ id: string; width: number }[]>`select id, width from images order by id`;
  expect(await files()).toEqual(rows.flatMap(filesOf).sort());
  return rows.map(({ id }) => id);
}
const idsOf = (...pictures: Derived[]) => pictures.map(({ id }) => id).sort();
/** As if all that no sweet has now had been taken from it so long ago. */
const pass = (days: number) => sql`update images set created_at = created_at - ${days}::int * interval '1 day'`;

test("a picture that was replaced or removed stays for 30 days, those of sweets, deleted ones too, for ever", async () => {
  const [replaced, removed, shared, deleted] = [await pictured(), await pictured(), await pictured(), await pictured()];
  const other = await pictured(shared.picture);
  await deleteSweet(admin, deleted.id, pool);
  await pass(400);
  const next = aPicture();
  await updateSweet(admin, replaced.id, {}, next, pool);
  await updateSweet(admin, removed.id, { removeImage: true }, null, pool);
  await updateSweet(admin, other.id, { removeImage: true }, null, pool);
  const all = [replaced.picture, removed.picture, shared.picture, deleted.picture, next];
  await deleteUnusedPictures();
  expect(await stored()).toEqual(idsOf(...all));
  await pass(29);
  await deleteUnusedPictures();
  expect(await stored()).toEqual(idsOf(...all));
  await pass(2);
  await deleteUnusedPictures();
  expect(await stored()).toEqual(idsOf(shared.picture, deleted.picture, next));
});

test("files that the database has never named stay, however old", async () => {
  await place.storage.write("uploads", aPicture().files);
  await deleteUnusedPictures();
  expect(await files()).toHaveLength(6);
});

test("a picture that is being uploaded again is left to the next run", async () => {
  const { id, picture } = await pictured();
  await updateSweet(admin, id, { removeImage: true }, null, pool);
  await pass(31);
  // Its files are written, and no sweet has it yet.
  const upload = await hold(async (_on, tx) => void (await storeImage(tx, picture)));
  await deleteUnusedPictures();
  expect(await stored()).toEqual([picture.id]);
  await upload.commit();
  await deleteUnusedPictures();
  expect(await stored()).toEqual([]);
});

test("a picture that the storage deletes only half of is found by the next run, and nobody uploads it before all deletes have ended", async () => {
  const { id, picture } = await pictured();
  await updateSweet(admin, id, { removeImage: true }, null, pool);
  await pass(31);
  const { storage } = place;
  const [first = "", ...others] = filesOf(picture);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const locked: number[] = [];
  place.storage = {
    ...storage,
    async delete(kind, name) {
      if (name === first) {
        setImmediate(fail);
        throw new Error("The storage is away");
      }
      await failed;
      const held = await sql`
        select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
          and database = (select oid from pg_database where datname = current_database())`;
      locked.push(held.length);
      await storage.delete(kind, name);
    },
  };
  await expect(deleteUnusedPictures()).rejects.toThrow("The storage is away");
  expect(locked).toEqual(others.map(() => 1));
  expect(await files()).toEqual([first]);
  expect(await sql`select id from images`).toEqual([{ id: picture.id }]);
  place.storage = storage;
  await deleteUnusedPictures();
  expect(await stored()).toEqual([]);
});

test("no file is deleted when the connection was lost, and the lock with it", async () => {
  const { id, picture } = await pictured();
  await updateSweet(admin, id, { removeImage: true }, null, pool);
  await pass(31);
  // The row's deletion waits for this one, and its connection is ended meanwhile.
  const holder = await hold((on) => on`select 1 from images where id = ${picture.id} for update`);
  const job = deleteUnusedPictures().catch((error: unknown) => error);
  for (const pid of await waitingForALock()) await sql`select pg_terminate_backend(${pid})`;
  expect(await job).toBeInstanceOf(Error);
  await holder.release();
  expect(await stored()).toEqual([picture.id]);
});

test("a backup has the pictures that become old while it is made", async () => {
  const { id, picture } = await pictured();
  await updateSweet(admin, id, { removeImage: true }, null, pool);
  await pass(31);
  const { storage } = place;
  // Between the tables and the pictures.
  const list: PictureStorage["list"] = async function* (kind) {
    await deleteUnusedPictures();
    yield* storage.list(kind);
  };
  const rows = await writeBackup(path.join(folder, "whole.tar.gz"), process.env.DATABASE_URL ?? "", {
    ...storage,
    list,
  });
  expect([rows.images, rows.uploads]).toEqual([1, picture.files.length]);
  await deleteUnusedPictures();
  expect(await stored()).toEqual([]);
});

test("a restore keeps the pictures that it finds there and the backup names", async () => {
  const { id, picture } = await pictured();
  const [file, url] = [path.join(folder, "named.tar.gz"), process.env.DATABASE_URL ?? ""];
  const { storage } = place;
  await writeBackup(file, url, storage);
  await updateSweet(admin, id, { removeImage: true }, null, pool);
  await pass(31);
  // Between the look at what is there and the rows, which are locked after it.
  let run: typeof deleteUnusedPictures | undefined = deleteUnusedPictures;
  const list: PictureStorage["list"] = async function* (kind) {
    yield* storage.list(kind);
    await run?.();
    run = undefined;
  };
  await restoreBackup(file, url, { ...storage, list }, true);
  expect(run).toBeUndefined();
  expect(await stored()).toEqual([picture.id]);
});
