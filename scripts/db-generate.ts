// npm run db:generate -- --name NAME: writes the migrations that db/schema.ts and db/functions/*.sql need.
// What changed in the schema becomes NNNN_NAME.sql, what changed in functions and triggers NNNN_functions_NAME.sql. Read and edit both.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { withConnection } from "@/db/connection";
import { functionChanges, installFunctionFiles, readInstalled } from "@/db/function-files";
import { MIGRATIONS, type Migration, migrate, readMigrations } from "@/db/migrate";
import { brokenRules } from "@/db/migration-rules";
import { failWith } from "./failures";
import { root } from "./install.mjs";
import { CliError, run } from "./processes.mjs";
import { startThrowaway } from "./throwaway";

/** Says in drizzle-kit's own words that the schema is as the migrations leave it. */
const NOTHING_TO_DO = "No schema changes, nothing to migrate";

/**
 * Has drizzle-kit write a migration and returns it; undefined when there is nothing to write. drizzle-kit exits with 0 when it fails, so
 * what it did is looked up. Throws a CliError with its output when it has neither written one nor said that there is none.
 */
async function generate(...args: string[]): Promise<Migration | undefined> {
  const before = (await readMigrations(MIGRATIONS)).length;
  const program = path.join(root, "node_modules/drizzle-kit/bin.cjs");
  const output = await run("drizzle-kit", process.execPath, [program, "generate", ...args], { cwd: root });
  const written = (await readMigrations(MIGRATIONS)).slice(before).at(-1);
  if (!written && !output.includes(NOTHING_TO_DO)) throw new CliError(`${output.trim()}\n\ndrizzle-kit failed.`);
  return written;
}

async function main() {
  const { name } = parseArgs({ options: { name: { type: "string" } } }).values;
  if (!name || !/^[a-z0-9_]+$/.test(name))
    throw new CliError("Which name? npm run db:generate -- --name add_sweet_origin");
  let isComplete = true;
  const report = (tag: string) => {
    isComplete = false;
    console.log(`drizzle/${tag}.sql`);
  };
  const ofSchema = await generate("--name", name);
  if (ofSchema) {
    report(ofSchema.tag);
    const broken = brokenRules(ofSchema);
    if (broken.length > 0)
      console.log(`${broken.join("\n")}\nThe shop would wait for this: edit the file as docs/upgrades.md says.`);
  }

  const server = await startThrowaway();
  try {
    await migrate(server.url);
    const { statements, removed } = await withConnection(server, async (sql) => {
      const installed = await readInstalled(sql);
      await installFunctionFiles(sql);
      return functionChanges(installed, await readInstalled(sql));
    });
    if (statements.length > 0) {
      const written = await generate("--custom", "--name", `functions_${name}`);
      if (!written) throw new CliError("drizzle-kit wrote no migration for the functions.");
      await writeFile(
        path.join(MIGRATIONS, `${written.tag}.sql`),
        `${statements.join("\n--> statement-breakpoint\n")}\n`,
      );
      report(written.tag);
    }
    if (removed.length > 0)
      console.log(
        `It drops ${removed.join(", ")}. Instances of the version before call these until they are replaced: see docs/upgrades.md.`,
      );
    if (isComplete) console.log("The migrations are complete.");
  } finally {
    await server.stop();
  }
}

main().then(() => process.exit(0), failWith);
