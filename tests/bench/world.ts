import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { encode } from "next-auth/jwt";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { actionsKey } from "@/scripts/data-folder";
import { startPostgres } from "@/scripts/embedded-postgres";
import { root } from "@/scripts/install.mjs";
import { freePort, isFree } from "@/scripts/ports";
import { clusterOf } from "@/scripts/postgres-place";
import { CliError, step } from "@/scripts/processes.mjs";
import { seedLarge } from "@/tests/bench/large-data";
import { type Bare, linkFolder, startBare } from "./bare";

/** Kept between runs: the seeded databases and the build. Beside the project's folder only a temporary one is sure to be writable. */
const place = path.join(os.tmpdir(), "mithaas-bench");
const tree = path.join(place, "tree");
const secret = "the benchmark's own secret, known to everyone";
/** Addresses in pages name it, so it is the same for every build; a second shop beside gets another. */
const mainPort = Number(process.env.BENCH_PORT || 4801);
const address = `http://localhost:${mainPort}`;

/** A running shop. `stop` ends it; `pid` is the server's; `readyMs` from its start until it listened. */
export type Shop = {
  url: string;
  pid: number;
  readyMs: number;
  log: string;
  /** Processor time of the server and of all of PostgreSQL so far, in milliseconds; undefined where the system does not tell. */
  cpu: () => number | undefined;
  /** Sets its clock, which goes on from there. Only with `settableClock`. */
  setClock: (now: number) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** The setting of a shop whose clock can be set. */
export const settableClock = { NODE_OPTIONS: `--require=${path.join(root, "tests/faults/inside.cjs")}` };

export type Size = 1000 | 10_000 | 20_000 | 100_000;

/** The part `statements` has them counted in its own databases; elsewhere that costs nothing. */
const STATEMENTS_UNCOUNTED = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "none",
};

/** Orders that a database of so many sweets has. */
const ordersOf = (size: Size) => (size === 10_000 ? 100_000 : size === 20_000 ? 1_000_000 : 0);

export type World = {
  /** A fresh copy of a seeded database: so many sweets and orders, unless said otherwise those that `ordersOf` names. */
  database: (size: Size, more?: { orders?: number; name?: string }) => Promise<string>;
  /** The superuser's address of a database, for EXPLAIN of what functions do. */
  asAdmin: (url: string) => string;
  serve: (databaseUrl: string, environment?: Record<string, string>) => Promise<Shop>;
  /** A Next.js application with nothing but empty routes: the limit for the API and for the first view of pages. */
  bare: () => Promise<Bare>;
  end: () => Promise<void>;
};

/** Builds a copy of the project with the empty routes, starts an embedded PostgreSQL as a shop has it, seeds. */
export async function makeWorld(): Promise<World> {
  if (process.argv.includes("--fresh")) fs.rmSync(place, { recursive: true, force: true });
  fs.mkdirSync(place, { recursive: true });
  if (process.getuid?.() === 0) fs.chmodSync(place, 0o711);
  const server = await step("Starting PostgreSQL", () =>
    startPostgres({ dataDir: path.join(place, "data"), log: console.log, settings: STATEMENTS_UNCOUNTED }),
  );
  const running = new Set<Shop>();
  const end = async () => {
    for (const shop of running) await shop.stop();
    await server.stop();
  };
  try {
    await step("Copying the project", async () => copyTree());
    const asAdmin = (url: string) => {
      const admin = new URL(server.adminUrl);
      admin.pathname = new URL(url).pathname;
      return admin.href;
    };
    const named = (name: string) => {
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    };
    const inside = async <T>(work: (sql: postgres.Sql) => Promise<T>) => {
      const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
      try {
        return await work(sql);
      } finally {
        await sql.end();
      }
    };
    const stamp = stampOfData();
    const template = async (size: Size, orders: number) => {
      const name = `seeded_${size}_${orders}_${stamp}`;
      const made = await inside((sql) => sql`select 1 from pg_database where datname = ${name}`);
      if (made.length > 0) return name;
      await step(`Seeding ${size.toLocaleString("en")} sweets, ${orders.toLocaleString("en")} orders`, async () => {
        await inside(async (sql) => {
          await sql.unsafe(`drop database if exists ${name}_draft`);
          await sql.unsafe(`create database ${name}_draft owner mithaas`);
        });
        await migrate(named(`${name}_draft`));
        await seed(named(`${name}_draft`));
        await seedLarge(named(`${name}_draft`), { sweets: size - 61, orders });
        await inside((sql) => sql.unsafe(`alter database ${name}_draft rename to ${name}`));
      });
      return name;
    };
    const database: World["database"] = async (size, more = {}) => {
      const { orders = ordersOf(size), name = `run_${size}_${orders}` } = more;
      const from = await template(size, orders);
      await inside(async (sql) => {
        await sql.unsafe(`drop database if exists ${name} with (force)`);
        await sql.unsafe(`create database ${name} template ${from} owner mithaas`);
      });
      return named(name);
    };
    const settings = (databaseUrl: string, port: number) => ({
      ...process.env,
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: secret,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey(secret),
      APP_URL: address,
      PORT: String(port),
      DATA_DIR: path.join(place, "files"),
      RATE_LIMIT: "off",
      ADMIN_EMAIL: "",
      ADMIN_PASSWORD: "",
    });
    fs.mkdirSync(path.join(place, "files"), { recursive: true });
    const { build } = await import(path.join(tree, "scripts/production-build.ts"));
    const { startShop, stopShop } = await import(path.join(tree, "scripts/shop.ts"));
    const folder: string = await build();
    const serve: World["serve"] = async (databaseUrl, environment = {}) => {
      const port = (await isFree(mainPort)) ? mainPort : await freePort();
      const log = path.join(place, `server-${port}.log`);
      fs.rmSync(log, { force: true });
      const began = performance.now();
      const { child, ready } = startShop(folder, { ...settings(databaseUrl, port), ...environment }, log);
      if (!(await ready)) throw new CliError(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
      const shop: Shop = {
        url: `http://localhost:${port}`,
        pid: child.pid as number,
        readyMs: performance.now() - began,
        log,
        cpu: () => processorMs(child.pid as number),
        setClock(now) {
          const isSet = once(child, "message");
          child.send({ now });
          return isSet;
        },
        async stop() {
          running.delete(shop);
          await stopShop(child);
          fs.rmSync(log, { force: true });
        },
      };
      running.add(shop);
      return shop;
    };
    const bare = () => startBare(path.join(place, "bare"), processorMs);
    return { database, asAdmin, serve, bare, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Processor time of a server, and of the postmaster with its children, the living ones and those that it has outlived. */
function processorMs(server: number): number | undefined {
  try {
    const postmaster = Number(
      fs.readFileSync(path.join(clusterOf(path.join(place, "data")), "postmaster.pid"), "utf8").split("\n")[0],
    );
    const children = fs
      .readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8")
      .trim()
      .split(" ")
      .map(Number);
    return [server, postmaster, ...children].reduce((sum, pid) => sum + ticks(pid) * 10, 0);
  } catch {
    return undefined; // not Linux
  }
}

function ticks(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0);
}

/** What the seeded databases are made from. */
function stampOfData(): string {
  const hash = createHash("sha256");
  for (const folder of ["db", "drizzle"])
    for (const file of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      const full = path.join(root, folder, file);
      if (fs.statSync(full).isFile() && !/client\.ts$/.test(file)) hash.update(fs.readFileSync(full));
    }
  hash.update(fs.readFileSync(path.join(import.meta.dirname, "large-data.ts")));
  return hash.digest("hex").slice(0, 8);
}

// The shop as it is shipped has no empty routes: a copy of the project gets them, and is built with all the rest.
function copyTree() {
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (listed.status !== 0)
    throw new CliError(
      `${listed.error?.message ?? listed.stderr.trim()}\nThe benchmark copies what git lists: run it in a clone.`,
    );
  fs.mkdirSync(tree, { recursive: true });
  for (const name of fs.readdirSync(tree))
    if (!/^(node_modules|\.next.*)$/.test(name)) fs.rmSync(path.join(tree, name), { recursive: true, force: true });
  for (const file of listed.stdout
    .split("\0")
    .filter((name) => name && fs.existsSync(path.join(root, name)) && !name.startsWith("tests/"))) {
    fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(tree, file));
  }
  fs.cpSync(path.join(import.meta.dirname, "empty"), path.join(tree, "app"), { recursive: true });
  const lock = fs.readFileSync(path.join(root, "package-lock.json"), "utf8");
  const modules = path.join(tree, "node_modules");
  const stamp = path.join(modules, ".bench-lock");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === lock) return;
  fs.rmSync(modules, { recursive: true, force: true });
  linkFolder(path.join(root, "node_modules"), modules);
  fs.writeFileSync(stamp, lock);
}

export type Person = { id: number; token: string; cookie: string };

/** Makes people who are signed in, or signs one in, by token and by cookie alike. */
export async function signedIn(
  databaseUrl: string,
  count: number,
  role: "customer" | "admin" = "customer",
  /** Who there is already, instead of new people. */
  id?: number,
): Promise<Person[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const people: Person[] = [];
    for (let i = 0; i < count; i++) {
      const token = newToken();
      const [user] = id
        ? [{ id }]
        : await sql`
        insert into users (email, name, role, staff, password_hash)
        values (${`${role}.${randomBytes(6).toString("hex")}@example.com`}, 'Bench', ${role}, ${role === "admin" ? "owner" : null}, '') returning id`;
      await sql`insert into sessions (token_hash, user_id, kind, expires_at) values (${hashToken(token)}, ${user?.id}, 'api', now() + interval '1 day')`;
      const name = "authjs.session-token";
      people.push({
        id: user?.id,
        token,
        cookie: `${name}=${await encode({ token: { sid: token }, secret, salt: name })}`,
      });
    }
    return people;
  } finally {
    await sql.end();
  }
}
