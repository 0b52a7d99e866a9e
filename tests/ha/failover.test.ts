// 200 customers order while parts of the database's set-up are lost: nothing that was acknowledged is lost or made twice, the shop sells
// again by itself, and public pages are answered throughout (docs/operations.md#highly-available-postgresql).
import { spawn } from "node:child_process";
import os from "node:os";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { root } from "@/scripts/install.mjs";
import { freePort } from "@/scripts/ports";
import { run } from "@/scripts/processes.mjs";
import { type Cluster, type Node, startCluster } from "./support/cluster";
import { type Buyer, delivery, differences, type Placed, startCheckouts, watchPages } from "./support/load";
import { findProgram, serverUser, until } from "./support/programs";
import { type Addresses, openDatabase, startNginx } from "./support/proxies";
import { type Shop, startBuiltShop } from "./support/shops";
import { makePeople, makeSweets } from "./support/world";

const BUYERS = 200;
/** The goal is 15 s; machines are shared. */
const AT_MOST_MS = 30_000;

let cluster: Cluster;
let at: Addresses;
let url: string;
let shops: Shop[];
let owner: string;
let buyers: Buyer[];
let sweets: { id: number; slug: string }[];
let sql: postgres.Sql;
/** All that was ever acknowledged, and what there was in the beginning. */
const placed: Placed[] = [];
const stock = new Map<number, number>();

beforeAll(async () => {
  for (const program of ["haproxy", "pgbouncer", "nginx", "psql"] as const) findProgram(program);
  cluster = await startCluster();
  at = await openDatabase(cluster);
  await migrate(at.direct);
  await seed(at.direct);
  sql = postgres(at.direct, { max: 2, onnotice: () => {} });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  shops = await Promise.all([startBuiltShop(at, url), startBuiltShop(at, url)]);
  await startNginx(
    port,
    shops.map((shop) => shop.port),
  );
  ({ owner, buyers } = await makePeople(url, at, BUYERS));
  sweets = await makeSweets(url, owner, 20, 100_000);
  for (const { id } of sweets) stock.set(id, 100_000);
});
afterAll(async () => {
  await sql?.end({ timeout: 1 });
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
/** Lets everybody order while something happens, until they order again; what must hold of any fault. */
async function whileOrdering(what: string, happens: () => Promise<unknown>) {
  const orders = startCheckouts(
    url,
    buyers,
    sweets.map(({ id }) => id),
  );
  const pages = watchPages(url, ["/home", "/products", `/products/${sweets[0]?.slug}`]);
  await until(() => orders.placed.length >= 2 * BUYERS, { because: "Nobody orders" });
  const from = performance.now();
  await happens();
  const after = () => orders.placed.filter(({ began }) => began > from).length;
  await until(() => after() >= 2 * BUYERS, { atMost: 90_000, because: "Nobody orders again" });
  const to = performance.now();
  await orders.stop();
  const seen = await pages.stop();
  placed.push(...orders.placed);

  const gap = orders.longestGap(from, to);
  const slowest = Math.max(...orders.placed.map((one) => one.at - one.began));
  const tries = orders.placed.filter((one) => one.tries > 1).length;
  console.log(
    `${what}: no order for ${seconds(gap)} (goal 15 s); ${orders.placed.length} acknowledged, ${tries} of them tried again, the slowest after ${seconds(slowest)}; ` +
      `${seen.asked} pages, the slowest after ${seconds(seen.slowest)}; load ${os.loadavg()[0]?.toFixed(1)}`,
    Object.fromEntries(orders.refused),
  );
  expect(seen.failed).toEqual([]);
  expect(await differences(sql, buyers, placed, stock)).toEqual([]);
  const env = { ...process.env, DATABASE_URL: at.pooled, DATABASE_DIRECT_URL: at.direct };
  await run("npm run check-stock", process.execPath, ["scripts/run.mjs", "check-stock"], { cwd: root, env });
  expect(gap).toBeLessThan(AT_MOST_MS);
}

let price = 100;
/** A new price is on the pages of every shop soon: they listen to the primary there is now. */
async function expectPagesFollow() {
  price++;
  const [sweet] = sweets;
  const response = await fetch(`${url}/api/sweets/${sweet?.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${owner}` },
    body: JSON.stringify({ price }),
  });
  expect(response.status).toBe(200);
  const shows = async ({ port }: Shop) =>
    (await (await fetch(`http://127.0.0.1:${port}/products/${sweet?.slug}`)).text()).includes(`₹${price}`);
  const took = await until(async () => (await Promise.all(shops.map(shows))).every(Boolean), {
    because: "The pages did not follow",
  });
  console.log(`a new price is on the pages of both shops after ${seconds(took)}`);
}

/** The machine that was lost comes back as a standby, and then by plan as the primary. */
async function expectFailBack(lost: Node) {
  const node = await cluster.anyPrimary();
  expect(node.name).not.toBe(lost.name);
  lost.start();
  console.log(`the lost machine is a standby again after ${seconds(await cluster.whole())}`);
  await whileOrdering("the planned switchover back", () => cluster.switchover(lost));
  await cluster.whole();
}

test("the primary's PostgreSQL is killed", async () => {
  const lost = await cluster.anyPrimary();
  await whileOrdering("PostgreSQL of the primary killed", async () => process.kill(lost.postmaster(), "SIGKILL"));
  await expectPagesFollow();
  await expectFailBack(lost);
});

test("the primary's whole machine is killed", async () => {
  const lost = await cluster.anyPrimary();
  await whileOrdering("the primary's machine killed", async () => lost.kill());
  await expectPagesFollow();
  await expectFailBack(lost);
});

test("the primary is cut off from the network while it runs", async () => {
  const lost = await cluster.anyPrimary();
  await sql`create table cut_off (at timestamptz not null default now())`;
  let alone: Promise<{ code: number | null; output: string }> | undefined;
  await whileOrdering("the primary cut off", async () => {
    lost.cutOff();
    alone = insertOn(lost);
  });
  // A commit on it waits for a standby that it cannot reach, and is never acknowledged.
  const { code, output } = (await alone) ?? {};
  console.log(`a write on the machine that was cut off: ${output?.trim()}`);
  expect(code).not.toBe(0);
  expect([...(await sql`select * from cut_off`)]).toEqual([]);
  await expectPagesFollow();
  lost.reconnect();
  await expectFailBack(lost);
  // Now it is the primary: what it had written alone was taken back.
  expect([...(await sql`select * from cut_off`)]).toEqual([]);
  await expectPagesFollow();
});

test("a shop with the addresses of all machines finds the primary without HAProxy", async () => {
  const lost = await cluster.anyPrimary();
  const hosts = cluster.nodes.map(({ address }) => address).join(",");
  const several = `postgres://mithaas:${cluster.passwords.shop}@${hosts}/mithaas?target_session_attrs=primary`;
  const shop = await startBuiltShop({ pooled: several, direct: several }, url);
  const order = async () => {
    const response = await fetch(`http://127.0.0.1:${shop.port}/api/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${buyers[0]?.token}` },
      body: JSON.stringify({ items: [{ productId: sweets[0]?.id, quantity: 1 }], delivery }),
    });
    return response.status;
  };
  await until(async () => (await order()) === 201, { because: "The shop did not sell" });
  const killed = performance.now();
  process.kill(lost.postmaster(), "SIGKILL");
  await until(async () => (await cluster.primary()) !== lost && (await order()) === 201, {
    because: "It did not sell again",
  });
  console.log(`several hosts in DATABASE_URL: orders again after ${seconds(performance.now() - killed)}`);
  await shop.stop();
});

/** Writes a row by a program on the machine itself. */
function insertOn({ namespace, address }: Node): Promise<{ code: number | null; output: string }> {
  const target = `host=${address} user=mithaas dbname=mithaas`;
  const user = serverUser();
  const as = user ? [findProgram("setpriv"), `--reuid=${user.uid}`, "--clear-groups"] : [];
  const words = [
    "netns",
    "exec",
    namespace,
    ...as,
    findProgram("psql"),
    target,
    "-c",
    "insert into cut_off default values",
  ];
  const child = spawn(findProgram("ip"), words, {
    env: { PATH: process.env.PATH, PGPASSWORD: cluster.passwords.shop } as unknown as NodeJS.ProcessEnv,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}
