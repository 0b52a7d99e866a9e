// A volume of an older compose.yaml, in which the shop was PostgreSQL's superuser: deploy/own-role.sh gives it a role of its own
// (docs/upgrades.md#a-role-of-its-own-for-the-shop). And a new volume, by deploy/set-up.sql.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { expect, test } from "vitest";
import { checkStock } from "@/db/check-stock";
import { migrate } from "@/db/migrate";
import { createScratchDatabase } from "@/db/scratch-database";
import { seed } from "@/db/seed/seed";
import { freePort } from "@/scripts/ports";
import { run } from "@/scripts/processes.mjs";
import {
  findProgram,
  makeFolder,
  POSTGRES_BIN,
  type Program,
  serverUser,
  startProgram,
  until,
  writeFile,
} from "./support/programs";

const root = path.resolve(import.meta.dirname, "../..");
const [superPassword, shopPassword] = [randomBytes(12).toString("hex"), randomBytes(12).toString("hex")];
const folder = makeFolder("role");
const user = serverUser();

/** What the image of compose.yaml runs in the database's container. */
const inContainer = (port: number, file: string, args: string[], paths = "") =>
  run(file, file, args, {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: folder,
    env: {
      PATH: `${paths}${POSTGRES_BIN}:${process.env.PATH}`,
      LC_ALL: "C",
      PGHOST: folder,
      PGPORT: String(port),
      POSTGRES_PASSWORD: superPassword,
      SHOP_PASSWORD: shopPassword,
    },
  });

/** A server as that image makes it: everybody inside is trusted, by TCP a password is asked for. */
async function aServer(name: string, superuser: string, password: string): Promise<{ port: number; program: Program }> {
  const data = path.join(folder, name);
  const port = await freePort();
  const pwfile = `--pwfile=${writeFile(path.join(folder, `${name}.password`), password)}`;
  const access = [`--username=${superuser}`, "--auth-local=trust", "--auth-host=scram-sha-256", pwfile];
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8"];
  await inContainer(port, findProgram("initdb"), ["-D", data, ...access, ...locale, "--no-sync"]);
  const settings = [`unix_socket_directories=${folder}`, "listen_addresses=127.0.0.1", "fsync=off"];
  const flags = settings.flatMap((one) => ["-c", one]);
  const program = startProgram(name, "postgres", ["-D", data, "-p", String(port), ...flags], { cwd: folder });
  const isReady = () =>
    inContainer(port, path.join(POSTGRES_BIN, "pg_isready"), []).then(
      () => true,
      () => false,
    );
  await until(isReady, { because: "PostgreSQL did not open", of: [program] });
  return { port, program };
}

const address = (port: number, name: string, password: string, database = name) =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;

/** Who owns what is not PostgreSQL's own or of an extension, and which rights somebody else was given. */
async function owners(sql: postgres.Sql) {
  const rows = await sql<{ kind: string; owner: string; count: number }[]>`
    with extended as (select classid, objid from pg_depend where deptype = 'e'),
    owned as (
      select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind, relowner as owner
        from pg_class where relkind in ('r', 'p', 'S', 'v', 'm') and relnamespace::regnamespace::text in ('public', 'drizzle')
        and ('pg_class'::regclass, oid) not in (select * from extended)
      union all select 'function', proowner from pg_proc where pronamespace = 'public'::regnamespace
        and ('pg_proc'::regclass, oid) not in (select * from extended)
      union all select 'type', typowner from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
        and ('pg_type'::regclass, oid) not in (select * from extended)
      union all select 'schema', nspowner from pg_namespace where nspname = 'drizzle'
      union all select 'extension', extowner from pg_extension where extname <> 'plpgsql'
      union all select 'database', datdba from pg_database where datname = current_database()
      union all select 'default rights', defaclrole from pg_default_acl
    )
    select kind, owner::regrole::text as owner, count(*)::int as count from owned group by 1, 2 order by 1, 2`;
  return rows.map(({ kind, owner, count }) => `${kind}: ${owner} ${count}`);
}

/** What a shop does with its database that a role might not be allowed to do. */
async function expectToWork(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [role] = await sql`select rolsuper, rolcreaterole from pg_roles where rolname = current_user`;
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false });
    await expect(sql`copy (select 1) to program 'true'`).rejects.toMatchObject({ code: "42501" });
    await migrate(url); // with all migrations, or with none left
    await seed(url);
    expect((await checkStock(url)).differences).toEqual([]);
    const scratch = await createScratchDatabase(url);
    expect(scratch).toBeDefined();
    await migrate(scratch?.url ?? "");
    await scratch?.drop();
    return await owners(sql);
  } finally {
    await sql.end();
  }
}

test("a shop that was the superuser gets a role of its own with all its data, also when the move was interrupted; a new one has it from the start", async () => {
  const old = await aServer("old", "mithaas", shopPassword);
  const before = address(old.port, "mithaas", shopPassword);
  const setUp = path.join(root, "deploy/set-up.sql");
  const psql = findProgram("psql");
  const admin = postgres(before, { max: 1, database: "postgres", onnotice: () => {} });
  await admin`create database mithaas`;
  await admin.end();
  await migrate(before);
  await seed(before);
  const counting = postgres(before, { max: 1 });
  await counting`update sweets set name = name || ' (ours)'`; // no seed has these
  const [sweets] = await counting`select count(*), sum(quantity), min(name) from sweets`;

  const move = (paths?: string) => inContainer(old.port, "bash", [path.join(root, "deploy/own-role.sh")], paths);
  await expect(move()).rejects.toThrow(/in use by 1 sessions: stop the shop and the backup first/);
  await counting.end();
  // The copy fails when half of it is there.
  const broken = makeFolder("role/broken");
  fs.writeFileSync(path.join(broken, "pg_dump"), `#!/bin/bash\n${POSTGRES_BIN}/pg_dump "$@" | head -n 2000\nexit 1\n`, {
    mode: 0o755,
  });
  await expect(move(`${broken}:`)).rejects.toThrow(/failed/);
  // A shop that is started now has nothing to fill.
  const url = address(old.port, "mithaas", shopPassword);
  await expect(migrate(url)).rejects.toThrow(/database "mithaas" does not exist/);
  const superuser = postgres(address(old.port, "postgres", superPassword), { max: 1, onnotice: () => {} });
  await superuser`create database mithaas owner mithaas`;
  await migrate(url);
  await seed(url);
  const databases = () => superuser`select datname, datdba::regrole::text from pg_database order by datname`;
  const untouched = await databases();
  await expect(move()).rejects.toThrow(/mithaas has tables, but it is no copy of mithaas_before/);
  expect(await databases()).toEqual(untouched);
  await superuser`drop database mithaas`;
  await superuser`create database mithaas owner mithaas`; // an empty one is replaced
  expect(await move()).toMatch(/The shop's role owns (\d+) tables of \1\./);
  expect(await move()).toMatch(/owns (\d+) tables of \1\./); // again: nothing happens

  const moved = postgres(url, { max: 1 });
  expect((await moved`select count(*), sum(quantity), min(name) from sweets`)[0]).toEqual(sweets);
  await moved.end();
  const owned = await expectToWork(url);
  expect(owned.filter((line) => !line.includes(": mithaas "))).toEqual([]);
  expect(await superuser`select rolname from pg_roles where rolsuper`).toEqual([{ rolname: "postgres" }]);
  await superuser`drop database mithaas_before`;
  await superuser.end();
  expect(await move()).toContain("has a role of its own already");

  const fresh = await aServer("fresh", "postgres", superPassword);
  const asImage = ["-v", "ON_ERROR_STOP=1", "--no-psqlrc", "--username", "postgres", "--dbname", "postgres"];
  await inContainer(fresh.port, psql, [...asImage, "-f", setUp]);
  expect(await expectToWork(address(fresh.port, "mithaas", shopPassword))).toEqual(owned);
});
