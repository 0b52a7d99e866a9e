// What stands between shops and the cluster, and in front of the shops, as tests/ha/config says.
import path from "node:path";
import postgres from "postgres";
import { freePort } from "@/scripts/ports";
import type { Cluster } from "./cluster";
import { makeFolder, type Program, startProgram, until, writeConfig, writeFile } from "./programs";

export type Addresses = {
  /** DATABASE_URL: PgBouncer. */
  pooled: string;
  /** DATABASE_DIRECT_URL: HAProxy's port for the primary. */
  direct: string;
  /** The superuser's, by way of `direct`. */
  admin: string;
};

/** HAProxy and PgBouncer in front of a cluster, with the shop's role and its empty database. */
export async function openDatabase(cluster: Cluster): Promise<Addresses> {
  const [primaryPort, port] = [await freePort(), await freePort()];
  const { superuser, shop } = cluster.passwords;
  const url = (at: number, user = "mithaas", password = shop, database = "mithaas") =>
    `postgres://${user}:${password}@127.0.0.1:${at}/${database}`;
  const addresses = {
    pooled: url(port),
    direct: url(primaryPort),
    admin: url(primaryPort, "postgres", superuser, "postgres"),
  };

  const folder = makeFolder("proxies");
  const servers = cluster.nodes.map(({ name, address }) => `  server ${name} ${address}:5432`).join("\n");
  const values = { PRIMARY_PORT: primaryPort, PORT: port, FOLDER: folder, SERVERS: servers };
  writeFile(path.join(folder, "userlist.txt"), `"mithaas" "${shop}"\n`);
  const haproxy = startProgram("haproxy", "haproxy", ["-f", writeConfig("haproxy.cfg", folder, values)], {
    cwd: folder,
  });
  // HAProxy sends connections to every machine in turn until its first checks have their answers.
  let right = 0;
  const isSettled = async () => {
    right = (await takesWrites(addresses.admin)) ? right + 1 : 0;
    return right >= 2 * cluster.nodes.length;
  };
  await until(isSettled, { because: "HAProxy did not find the primary", of: [haproxy] });

  const sql = postgres(addresses.admin, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create role mithaas login password '${shop}'`);
  // PgBouncer 1.18 does not pass these on from the shop.
  for (const [name, value] of [
    ["lock_timeout", "5s"],
    ["statement_timeout", "6s"],
    ["idle_in_transaction_session_timeout", "15s"],
  ])
    await sql.unsafe(`alter role mithaas set ${name} = '${value}'`);
  await sql.unsafe("create database mithaas owner mithaas");
  await sql.end();

  const pgbouncer = startProgram("pgbouncer", "pgbouncer", [writeConfig("pgbouncer.ini", folder, values)], {
    cwd: folder,
  });
  await until(() => takesWrites(addresses.pooled), { because: "PgBouncer did not answer", of: [pgbouncer] });
  return addresses;
}

async function takesWrites(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    const [row] = await sql`show transaction_read_only`;
    return row?.transaction_read_only === "off";
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** nginx on a port, in front of shops on theirs. */
export async function startNginx(port: number, shopPorts: number[]): Promise<Program> {
  const folder = makeFolder("nginx");
  const shops = shopPorts.map((at) => `    server 127.0.0.1:${at} max_fails=1 fail_timeout=1s;`).join("\n");
  const config = writeConfig("nginx.conf", folder, { PORT: port, FOLDER: folder, SHOPS: shops });
  const nginx = startProgram("nginx", "nginx", ["-c", config, "-p", folder], { cwd: folder });
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    { because: "nginx did not answer", of: [nginx] },
  );
  return nginx;
}
