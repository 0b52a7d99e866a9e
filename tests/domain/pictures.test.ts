// Pictures between a folder and S3-compatible storage: backup and restore move a shop from one to the other and back, copy-pictures moves
// one that runs. Slow: it runs the commands for backup, restore and copies against a storage.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anEmptyDatabase } from "../support/postgres";
import { S3Server } from "../support/s3-server";
import { sql } from "../support/sql";

const run = promisify(execFile);
const server = new S3Server();
let folder: string;
beforeAll(async () => {
  await server.start();
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-pictures-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Env = Record<string, string | undefined>;
const command = (name: string, env: Env, ...args: string[]) =>
  run(process.execPath, ["scripts/run.mjs", name, ...args], { env: { ...process.env, ...env } });
/** What a command that fails prints on both outputs. */
const failure = (name: string, env: Env, ...args: string[]) =>
  command(name, env, ...args).then(
    () => expect.fail(`${name} did not fail`),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

const SIZES = [320, 640, 960].flatMap((width) => [`${width}.avif`, `${width}.webp`]);
/** A picture that the database knows, with its files in a folder; their names. */
async function aPicture(dataDir: string): Promise<string[]> {
  const id = randomUUID().replaceAll("-", "").slice(0, 20);
  await sql`insert into images (id, width, height, blur) values (${id}, 960, 960, 'data:,')`;
  const names = SIZES.map((size) => `${id}-${size}`);
  await mkdir(path.join(dataDir, "uploads"), { recursive: true });
  for (const name of names) await writeFile(path.join(dataDir, "uploads", name), `bytes of ${name}`);
  return names;
}

const uploads = () => [...server.objects.keys()].filter((key) => key.startsWith("uploads/")).sort();

test("backup and restore move a shop from its folder to the storage and back, with every byte", async () => {
  server.objects.clear();
  const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
  const names = await aPicture(from);
  const [first, second] = [path.join(folder, "first.backup"), path.join(folder, "second.backup")];
  await command("backup", { DATA_DIR: from }, first);

  const inStorage = { DATABASE_URL: await anEmptyDatabase(), DATA_DIR: to, ...server.env };
  await command("restore", inStorage, first);
  expect(uploads()).toEqual(names.map((name) => `uploads/${name}`).sort());
  for (const name of names) expect(server.objects.get(`uploads/${name}`)?.bytes.toString()).toBe(`bytes of ${name}`);
  expect((await command("check-pictures", inStorage)).stdout).toMatch(/^Pictures are right/m);

  await command("backup", inStorage, second);
  await command("restore", { DATABASE_URL: await anEmptyDatabase(), DATA_DIR: to }, second);
  expect((await readdir(path.join(to, "uploads"))).sort()).toEqual(names.toSorted());
  for (const name of names) expect(await readFile(path.join(to, "uploads", name), "utf8")).toBe(`bytes of ${name}`);
}, 120_000);

test("a restore that fails leaves no picture in the storage, and those that were there", async () => {
  server.objects.clear();
  const from = path.join(folder, "failing");
  const names = await aPicture(from);
  const [there] = names as [string];
  const file = path.join(folder, "whole.backup");
  await command("backup", { DATA_DIR: from }, file);
  const whole = gunzipSync(await readFile(file));
  const cut = path.join(folder, "cut.backup");
  await writeFile(cut, gzipSync(whole.subarray(0, whole.indexOf("rows.json"))));
  const modified = new Date();
  server.objects.set(`uploads/${there}`, { bytes: Buffer.from("as before"), type: "", cacheControl: "", modified });
  const env = { DATABASE_URL: await anEmptyDatabase(), DATA_DIR: from, ...server.env };
  await failure("restore", env, cut);
  expect(uploads()).toEqual([`uploads/${there}`]);

  server.fault = (request) =>
    request === `PUT pictures/uploads/${names.at(-1)}` ? { status: 507, code: "StorageFull" } : undefined;
  expect((await failure("restore", env, file)).stderr).toContain("There is no space left to store the picture.");
  server.fault = () => undefined;
  expect(uploads()).toEqual([`uploads/${there}`]);
  expect(server.objects.get(`uploads/${there}`)?.bytes.toString()).toBe("as before");
  await command("restore", env, file);
  expect(uploads()).toHaveLength(names.length);
}, 120_000);

test("copy-pictures copies what is not there yet, both ways; check-pictures names what is missing", async () => {
  server.objects.clear();
  const [from, to] = [path.join(folder, "running"), path.join(folder, "back")];
  const names = await aPicture(from);
  const env = { DATA_DIR: from, ...server.env };
  expect((await command("copy-pictures", env, "to-storage")).stdout).toMatch(/^Copied 6 of 6 pictures/m);
  const lost = `uploads/${names[0]}`;
  server.objects.delete(lost);
  const found = await failure("check-pictures", env);
  expect(found.code).toBe(1);
  expect(found.stdout).toContain(`${names[0]} is missing`);
  expect(found.stdout).not.toContain(`${names[1]} is missing`);
  expect((await command("copy-pictures", env, "to-storage")).stdout).toMatch(/^Copied 1 of 6 pictures/m);
  expect((await command("copy-pictures", { ...env, DATA_DIR: to }, "to-folder")).stdout).toMatch(/^Copied 6 of 6/m);
  expect(await readFile(path.join(to, "uploads", names[0]!), "utf8")).toBe(`bytes of ${names[0]}`);
}, 120_000);

test("a command says in a line what is wrong with the storage, without its secret", async () => {
  const wrong = { DATA_DIR: folder, ...server.env, S3_SECRET_ACCESS_KEY: "not-the-secret" };
  const { stderr, stdout } = await failure("copy-pictures", wrong, "to-storage");
  expect(stderr.trim()).toMatch(/^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the storage refuses them .*accepted: /);
  expect(stderr + stdout).not.toContain("not-the-secret");
  expect((await failure("copy-pictures", { DATA_DIR: folder }, "to-storage")).stderr).toMatch(
    /^S3_ENDPOINT: is not set/,
  );
});
