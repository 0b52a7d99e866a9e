// A streaming standby of the test's database, made of a copy of its files: pg_basebackup is not among the embedded programs.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import postgres from "postgres";
import { freePort } from "@/scripts/ports";
import { placeFor } from "@/scripts/postgres-place";
import { makeDataDir } from "./data-folder";
import { database } from "./database";
import { until } from "./shop";

const withPort = (address: string, port: number) => {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
};

export async function aStandby() {
  const dataDir = makeDataDir();
  const { bin, cluster, user } = placeFor(dataDir, () => {});
  const port = await freePort();
  const adminUrl = withPort(database.adminUrl(), port);
  const { password, port: primaryPort } = new URL(database.adminUrl());

  const primary = postgres(database.adminUrl(), { max: 1, onnotice: () => {} });
  await primary`select pg_backup_start('standby', true)`;
  execFileSync("cp", ["-a", database.folder(), cluster]);
  for (const name of ["postmaster.pid", "postmaster.opts"]) fs.rmSync(path.join(cluster, name), { force: true });
  const [stopped] = await primary`select labelfile from pg_backup_stop(false)`;
  await primary.end();
  const settings = `\nprimary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres password=${password}'\n`;
  fs.appendFileSync(path.join(cluster, "postgresql.auto.conf"), settings);
  for (const [name, text] of [
    ["backup_label", stopped?.labelfile as string],
    ["standby.signal", ""],
  ] as const) {
    fs.writeFileSync(path.join(cluster, name), text, { mode: 0o600 });
    if (user) fs.chownSync(path.join(cluster, name), user.uid, user.gid);
  }

  let server: ChildProcess;
  let admin: postgres.Sql;
  async function start() {
    const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60", "fsync=off"];
    const args = ["-D", cluster, "-p", String(port), ...flags.flatMap((flag) => ["-c", flag])];
    server = spawn(path.join(bin, "postgres"), args, { ...user, cwd: "/", stdio: "ignore", detached: true });
    admin = postgres(adminUrl, { max: 1, onnotice: () => {}, connect_timeout: 2 });
    await until(() =>
      admin`select 1`.then(
        () => true,
        () => false,
      ),
    );
  }
  async function pids(): Promise<number[]> {
    const rows = await admin`select pid from pg_stat_activity where pid <> pg_backend_pid()`;
    return [server.pid as number, ...rows.map((row) => row.pid as number)];
  }
  const signal = (all: number[], name: NodeJS.Signals) => {
    for (const pid of all) {
      try {
        process.kill(pid, name);
      } catch {
        // it has ended meanwhile
      }
    }
  };
  let frozen: number[] = [];
  await start();

  return {
    port,
    /** The address of the shop's role. */
    url: withPort(process.env.DATABASE_URL ?? "", port),
    start,
    pause: () => admin`select pg_wal_replay_pause()`,
    resume: () => admin`select pg_wal_replay_resume()`,
    promote: () => admin`select pg_promote()`,
    /** Stops every process of it: connections stay open and nothing answers. */
    async freeze() {
      frozen = await pids();
      signal(frozen, "SIGSTOP");
    },
    thaw() {
      signal(frozen.splice(0).reverse(), "SIGCONT");
    },
    /** Ends every process of it at once, as a power cut does. */
    async kill() {
      const all = await pids();
      const ended = once(server, "exit");
      signal(all, "SIGKILL");
      await ended;
      await admin.end({ timeout: 0 });
    },
    async remove() {
      this.thaw();
      await admin.end({ timeout: 0 });
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, "exit");
        signal([server.pid as number], "SIGINT");
        await ended;
      }
      for (const folder of [cluster, dataDir]) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that leads to a server, and later to another one, as a proxy's does. */
export async function aSwitch(address: string) {
  let target = Number(new URL(address).port);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: withPort(address, (server.address() as net.AddressInfo).port),
    /** Ends all connections; new ones lead to this port. */
    to(port: number) {
      target = port;
      endConnections();
    },
    end() {
      endConnections();
      server.close();
    },
  };
}
