// OpenStack Swift on this machine: a proxy with the S3 interface, one account, container and object server, one folder for all.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { freePort } from "@/scripts/ports";

const PROGRAMS = {
  setpriv: "util-linux",
  memcached: "memcached",
  "swift-ring-builder": "swift",
  "swift-account-server": "swift-account",
  "swift-container-server": "swift-container",
  "swift-object-server": "swift-object",
  "swift-proxy-server": "swift-proxy",
};

/** Its programs' paths; throws one line that names what is not installed. */
function programs() {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/bin", "/usr/sbin"];
  const find = (name: string) => folders.map((one) => path.join(one, name)).find((file) => fs.existsSync(file));
  const missing = Object.entries(PROGRAMS).filter(([name]) => !find(name));
  if (missing.length > 0)
    throw new Error(`Swift is not installed: apt-get install ${missing.map(([, name]) => name).join(" ")} (Debian 12)`);
  return (name: keyof typeof PROGRAMS) => find(name) as string;
}

const ACCOUNT = { accessKeyId: "shop:owner", secretAccessKey: "a-long-secret-of-a-test", region: "eu-test-1" };

const storageServer = (kind: string, port: number, folder: string, user: string) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxyServer = (port: number, cache: number, folder: string, user: string) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${ACCOUNT.region}
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:tempauth]
use = egg:swift#tempauth
user_shop_owner = ${ACCOUNT.secretAccessKey} .admin
user_shop_reader = the-readers-secret
`;

let folder = "";
const children: ChildProcess[] = [];
afterAll(async () => {
  const ended = children.map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(ended);
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** Starts it; everything is ended and deleted after the file's tests. The hash of paths is that of Debian's /etc/swift/swift.conf. */
export async function startSwift() {
  const program = programs();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-ha-swift-"));
  fs.mkdirSync(path.join(folder, "devices/d1"), { recursive: true });
  const user = os.userInfo().username;
  const [port, cache] = [await freePort(), await freePort()];
  const run = (name: keyof typeof PROGRAMS, args: string[]) => {
    const log = fs.openSync(path.join(folder, `${name}.log`), "a");
    // They leave the group of this process, and must not outlive it.
    const words = ["--pdeathsig", "KILL", program(name), ...args];
    const child = spawn(program("setpriv"), words, { stdio: ["ignore", log, log], cwd: folder });
    fs.closeSync(log);
    children.push(child);
  };
  run("memcached", ["-l", "127.0.0.1", "-p", String(cache), "-m", "16", "-u", user]);
  for (const kind of ["account", "container", "object"] as const) {
    const own = await freePort();
    const file = path.join(folder, `${kind}-server.conf`);
    fs.writeFileSync(file, storageServer(kind, own, folder, user));
    const ring = (...args: string[]) => {
      try {
        execFileSync(program("swift-ring-builder"), [`${kind}.builder`, ...args], { cwd: folder, stdio: "pipe" });
      } catch (error) {
        // 1 is a warning: a ring of one device is not balanced.
        if ((error as { status?: number }).status !== 1) throw error;
      }
    };
    ring("create", "4", "1", "0");
    ring("add", `r1z1-127.0.0.1:${own}/d1`, "1");
    ring("rebalance");
    run(`swift-${kind}-server`, [file]);
  }
  const file = path.join(folder, "proxy-server.conf");
  fs.writeFileSync(file, proxyServer(port, cache, folder, user));
  run("swift-proxy-server", [file]);
  const endpoint = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 120_000; ; ) {
    if (await fetch(endpoint).catch(() => undefined)) break;
    if (Date.now() > deadline || children.some((child) => child.exitCode !== null))
      throw new Error(`Swift does not start: ${fs.readFileSync(path.join(folder, "swift-proxy-server.log"), "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { endpoint, ...ACCOUNT };
}
