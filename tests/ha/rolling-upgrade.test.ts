// Two shops behind nginx are replaced one after the other, as docs/operations.md says, while customers order and visitors read: no request
// fails, not even once. The new version migrates the database by its start. By default both versions are these sources;
// HA_FROM=COMMIT npm run test:ha tests/ha/rolling-upgrade.test.ts begins with those of a commit.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "@/scripts/install.mjs";
import { freePort } from "@/scripts/ports";
import { run, start } from "@/scripts/processes.mjs";
import { type Buyer, differences, startCheckouts, watchPages } from "./support/load";
import { endLater, findProgram, until } from "./support/programs";
import { startNginx } from "./support/proxies";
import { shopEnvironment } from "./support/shops";
import { makePeople, makeSweets } from "./support/world";

const BUYERS = 40;
const STOCK = 100_000;
const from = process.env.HA_FROM;

const ports: number[] = [];
let at: { pooled: string; direct: string };
let url: string;
let old: string;
let sql: postgres.Sql;
let running: Started[];
let buyers: Buyer[];
let sweets: { id: number; slug: string }[];

type Started = { stop: () => Promise<number> };

/** `npm start` of some sources; ready when it answers. */
async function startShop(sources: string, port: number): Promise<Started> {
  const log = path.join(os.tmpdir(), `mithaas-upgrade-${port}.log`);
  const output = fs.openSync(log, "a");
  const env = shopEnvironment(at, url, port);
  const child = start(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: sources,
    env,
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  endLater(`folder ${log}`);
  endLater(`process ${child.pid}`);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const hasEnded = ended.then(() => {
    throw new Error(`It does not start:\n${fs.readFileSync(log, "utf8")}`);
  });
  hasEnded.catch(() => {}); // also when it is stopped
  await Promise.race([until(isReady, { atMost: 240_000, because: "The shop did not start" }), hasEnded]);
  return {
    async stop() {
      const began = performance.now();
      child.kill("SIGTERM");
      await ended;
      return performance.now() - began;
    },
  };
}

/** The sources of a commit in a folder of their own, built. */
async function sourcesOf(commit: string): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-upgrade-"));
  endLater(`folder ${folder}`);
  execFileSync("tar", ["-x", "-C", folder], {
    input: execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 1e9 }),
  });
  const lock = "package-lock.json";
  const isSame = fs.readFileSync(path.join(root, lock)).equals(fs.readFileSync(path.join(folder, lock)));
  // Other packages are installed by the build.
  if (isSame) execFileSync("cp", ["-a", path.join(root, "node_modules"), folder]);
  await run("npm run build", process.execPath, ["scripts/run.mjs", "build"], { cwd: folder });
  return folder;
}

beforeAll(async () => {
  findProgram("nginx");
  const admin = process.env.TEST_DATABASE_URL ?? "";
  const server = postgres(admin, { max: 1, onnotice: () => {} });
  await server`drop database if exists upgrade`;
  await server`create database upgrade`;
  await server.end();
  const address = new URL(admin);
  address.pathname = "/upgrade";
  at = { pooled: address.href, direct: address.href };
  sql = postgres(address.href, { max: 2, onnotice: () => {} });

  old = from ? await sourcesOf(from) : root;
  ports.push(await freePort(), await freePort());
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  running = await Promise.all(ports.map((each) => startShop(old, each)));
  await startNginx(port, ports);
  ({ owner, buyers } = await makePeople(url, at, BUYERS));
  sweets = await makeSweets(url, owner, 10, STOCK);
}, 900_000);
let owner: string;
afterAll(async () => {
  for (const shop of running ?? []) await shop.stop();
  await sql?.end({ timeout: 1 });
});

test("no request fails while two shops are replaced one after the other", async () => {
  const migrations = async () =>
    (await sql`select count(*)::int as n from drizzle.__drizzle_migrations`)[0]?.n as number;
  const before = await migrations();
  const ids = sweets.map(({ id }) => id);
  const orders = startCheckouts(url, buyers, ids, { pauseMs: 500 });
  const pages = watchPages(url, ["/home", "/products", `/products/${sweets[0]?.slug}`, "/about"], 40);
  const more = () => {
    const had = orders.placed.length;
    return until(() => orders.placed.length >= had + 5 * BUYERS, { because: "Nobody orders" });
  };
  await more();
  for (const [i, port] of ports.entries()) {
    const stopped = await running[i]?.stop();
    const began = performance.now();
    running[i] = await startShop(root, port);
    console.log(
      `shop ${i + 1}: stopped in ${Math.round(stopped ?? 0)} ms, the new one ready after ${Math.round(performance.now() - began)} ms`,
    );
    await more();
  }
  await orders.stop();
  const seen = await pages.stop();
  const slowest = Math.max(...orders.placed.map((one) => one.at - one.began));
  console.log(
    `${from ?? "these sources"} to these sources: ${orders.placed.length} orders, the slowest ${Math.round(slowest)} ms; ${seen.asked} pages, the slowest ${Math.round(seen.slowest)} ms; ` +
      `${(await migrations()) - before} migrations; load ${os.loadavg()[0]?.toFixed(1)}`,
  );
  expect(seen.failed).toEqual([]);
  expect(Object.fromEntries(orders.refused)).toEqual({});
  expect(await differences(sql, buyers, orders.placed, new Map(ids.map((id) => [id, STOCK])))).toEqual([]);
});
