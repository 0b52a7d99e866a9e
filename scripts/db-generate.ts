// npm run db:generate -- --name NAME: writes the migrations that db/schema.ts and db/functions/*.sql need.
// What changed in the schema becomes NNNN_NAME.sql, what changed in functions and triggers NNNN_functions_NAME.sql. Read and edit both.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { functionChanges, installFunctionFiles, readInstalled } from "@/db/function-files";
import { MIGRATIONS, migrate, readMigrations } from "@/db/migrate";
import { root } from "./install.mjs";
import { CliError, run } from "./processes.mjs";
import { startThrowaway } from "./throwaway";

const drizzleKit = (...args: string[]) =>
  run("drizzle-kit", process.execPath, [path.join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", ...args], {
    cwd: root,
  });

async function main() {
  const { name } = parseArgs({ options: { name: { type: "string" } } }).values;
  if (!name || !/^[a-z0-9_]+$/.test(name))
    throw new CliError("Which name? npm run db:generate -- --name add_sweet_origin");
  const before = (await readMigrations(MIGRATIONS)).length;
  await drizzleKit("--name", name);
  for (const { tag } of (await readMigrations(MIGRATIONS)).slice(before)) console.log(`drizzle/${tag}.sql`);

  const server = await startThrowaway();
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await migrate(server.url);
    const installed = await readInstalled(sql);
    await installFunctionFiles(sql);
    const { statements, removed } = await functionChanges(installed, await readInstalled(sql));
    if (statements.length > 0) {
      await drizzleKit("--custom", "--name", `functions_${name}`);
      const tag = (await readMigrations(MIGRATIONS)).at(-1)?.tag;
      await writeFile(path.join(MIGRATIONS, `${tag}.sql`), `${statements.join("\n--> statement-breakpoint\n")}\n`);
      console.log(`drizzle/${tag}.sql`);
    }
    if (removed.length > 0)
      console.log(
        `It drops ${removed.join(", ")}. Instances of the version before call these until they are replaced: see docs/upgrades.md.`,
      );
    if ((await readMigrations(MIGRATIONS)).length === before) console.log("The migrations are complete.");
  } finally {
    await sql.end();
    await server.stop();
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof CliError ? error.message : error);
    process.exit(1);
  },
);
