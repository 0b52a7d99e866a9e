// Somebody drops the table of orders: the database is recovered into a new server to just before that, by the archived WAL
// (docs/recovery.md#point-in-time-recovery), and a shop on it goes on.
import { randomBytes } from "node:crypto";
import path from "node:path";
import postgres from "postgres";
import sharp from "sharp";
import { expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { freePort } from "@/scripts/ports";
import { run } from "@/scripts/processes.mjs";
import type { Instance } from "../faults/shop";
import {
  findProgram,
  makeFolder,
  type Program,
  serverUser,
  startProgram,
  until,
  writeConfig,
  writeFile,
} from "./support/programs";

const password = randomBytes(12).toString("hex");
const folder = makeFolder("recovery");
const port = await freePort();
// What the shop's modules read when they are loaded.
process.env.DATABASE_URL = `postgres://mithaas:${password}@127.0.0.1:${port}/mithaas`;
process.env.AUTH_SECRET ??= randomBytes(32).toString("base64url");
const { closePools } = await import("@/db/client");
const { anInstance, anOwner, aPerson, aSweetBy, call, order } = await import("../faults/shop");
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const asServer = (program: "initdb" | "pgbackrest", args: string[]) => {
  const user = serverUser();
  const env = { PATH: process.env.PATH, LC_ALL: "C" };
  return run(program, findProgram(program), args, { ...(user && { uid: user.uid, gid: user.gid }), cwd: folder, env });
};

/** Starts a server of a data folder, with its archive when there is a pgBackRest for it. Gives its shop's address too. */
async function startServer(
  data: string,
  port: number,
  config?: string,
): Promise<{ program: Program; url: (user?: string, name?: string) => string }> {
  const archive = config
    ? [
        "archive_mode=on",
        `archive_command=${findProgram("pgbackrest")} --config=${config} --stanza=mithaas archive-push %p`,
        "archive_timeout=60s",
      ]
    : ["archive_mode=off"];
  const settings = [
    `unix_socket_directories=${folder}`,
    "listen_addresses=127.0.0.1",
    "log_statement=ddl",
    "timezone=UTC",
    ...archive,
  ];
  const program = startProgram(
    path.basename(data),
    "postgres",
    ["-D", data, "-p", String(port), ...settings.flatMap((one) => ["-c", one])],
    {
      cwd: folder,
    },
  );
  const url = (user = "mithaas", name = "mithaas") => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
  const isOpen = async () => {
    const sql = postgres(url("postgres", "postgres"), { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      const [row] = await sql`select pg_is_in_recovery() as recovering`;
      return row?.recovering === false;
    } catch {
      return false;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  await until(isOpen, { because: "PostgreSQL did not open", of: [program] });
  return { program, url };
}

/** People order until they are stopped; the ids of what was acknowledged. */
function orderRepeatedly(shop: Instance, token: string, sweet: number) {
  const ids: number[] = [];
  let going = true;
  const buyer = async () => {
    while (going) {
      const { status, body } = await order(shop, token, [sweet]);
      if (status === 201) ids.push(body.id);
    }
  };
  const all = Promise.all([1, 2, 3, 4].map(buyer));
  return {
    ids,
    async stop() {
      going = false;
      await all;
    },
  };
}

test("after a table was dropped, the orders until just before are there again, and the shop goes on", async () => {
  const data = path.join(folder, "first");
  await asServer("initdb", [
    ...["-D", data, "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums"],
    ...[
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      `--pwfile=${writeFile(path.join(folder, "password"), password)}`,
    ],
  ]);
  const config = writeConfig("pgbackrest.conf", folder, { FOLDER: folder, DATA: data, PORT: port });
  const backrest = (...args: string[]) => asServer("pgbackrest", [`--config=${config}`, "--stanza=mithaas", ...args]);
  const first = await startServer(data, port, config);
  const admin = postgres(first.url("postgres"), { max: 1, database: "postgres", onnotice: () => {} });
  await admin.unsafe(`create role mithaas login password '${password}'`);
  await admin`create database mithaas owner mithaas`;
  await backrest("stanza-create");
  await backrest("check");

  await migrate(first.url());
  await seed(first.url());
  const shop = await anInstance();
  const owner = await anOwner(shop);
  const { token } = await aPerson(shop);
  const { id: sweet } = await aSweetBy(shop, owner, { stock: 100_000 });
  const picture = new FormData();
  picture.set(
    "image",
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 900, height: 900, channels: 3, background: "#a40" } })
          .jpeg()
          .toBuffer(),
      ),
    ]),
  );
  for (const [name, value] of Object.entries({
    name: "Barfi with a picture",
    category: "Cakes",
    description: "Soft.",
    price: "10",
    stock: "5",
  }))
    picture.set(name, value);
  const made = await fetch(`${shop.url}/api/sweets`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner}` },
    body: picture,
  });
  const { image } = (await made.json()) as { image: string };
  expect(made.status).toBe(201);

  // The base backup is made while people order.
  const orders = orderRepeatedly(shop, token, sweet);
  await until(() => orders.ids.length > 20);
  const backing = performance.now();
  await backrest("backup", "--type=full");
  console.log(`Base backup beside a selling shop: ${seconds(backing)}`);
  // pgBackRest stores the end of a backup in whole seconds, and takes one that ended before the second of the target.
  const backedUp = performance.now();
  await until(() => orders.ids.length > 200 && performance.now() - backedUp > 2000);
  await orders.stop();

  const onFirst = postgres(first.url(), { max: 1, onnotice: () => {} });
  const [moment] = await onFirst`select clock_timestamp()::text as at`;
  await onFirst`drop table orders cascade`;
  expect((await order(shop, token, [sweet])).status).toBeGreaterThanOrEqual(500);

  // Recovery: the shop is stopped, the last piece of WAL is archived, and a new server takes the archive up to the moment.
  await shop.stop();
  await closePools({ timeout: 1 });
  await onFirst.end();
  const began = performance.now();
  await admin`select pg_switch_wal()`;
  await until(async () => {
    const [row] =
      await admin`select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`;
    return row?.done;
  });
  await admin.end();
  const recovered = makeFolder("recovery/second");
  await backrest(
    `--pg1-path=${recovered}`,
    "--type=time",
    `--target=${moment?.at}`,
    "--target-action=promote",
    "restore",
  );
  const copied = seconds(began);
  const second = await startServer(recovered, await freePort());
  const opened = seconds(began);
  process.env.DATABASE_URL = second.url();
  const again = await anInstance();
  expect((await order(again, token, [sweet])).status).toBe(201);
  console.log(
    `Recovered: files after ${copied}, the server open after ${opened}, the first order after ${seconds(began)}`,
  );

  const onSecond = postgres(second.url(), { max: 1, onnotice: () => {} });
  const there = await onSecond`select id from orders order by id`;
  expect(there.map(({ id }) => Number(id)).slice(0, -1)).toEqual(orders.ids.sort((a, b) => a - b));
  expect((await checkStock(second.url())).differences).toEqual([]);
  expect((await checkPayments(second.url())).differences).toEqual([]);
  expect((await call(again, "GET", image)).status).toBe(200);
  await onSecond.end();
  await again.stop();
  await second.program.stop();
  await first.program.stop();
});
