import path from "node:path";
import { parseEnv, type Settings } from "@/lib/env";
import { makeDataFolder } from "./data-folder";
import { findPostgres, hasDatabase, startPostgres } from "./embedded-postgres";
import { explain } from "./explain";
import { dataLock, takeLock } from "./lock";
import { CliError } from "./processes.mjs";

/** How long a command waits for a shop that is just starting (it may be installing or building). */
const STARTING_MS = 120_000;

export type Database = { url: string; settings: Settings };

/**
 * Runs an operating command on the database that `DATABASE_URL` or, without it, `DATA_DIR` names. An embedded server that
 * a running shop has started is used beside it; one that is not running is started for the command alone. Exits 1 with
 * a clear line when the command throws.
 * @param name what a process that waits for the folder prints, such as `npm run backup`
 * @param options.makes true when the command may begin with an empty data folder
 */
export async function command(
  name: string,
  options: { makes: boolean },
  work: (database: Database) => Promise<void>,
): Promise<void> {
  try {
    const settings = readSettings();
    const server = settings.DATABASE_URL
      ? { url: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, stop: async () => {} }
      : await embedded(settings.DATA_DIR, name, options.makes);
    // What the shop's own modules read (lib/env.ts).
    Object.assign(process.env, { DATABASE_URL: server.url, DATA_DIR: settings.DATA_DIR });
    const interrupted = () => void server.stop().finally(() => process.exit(130));
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, interrupted);
    try {
      await work({ url: server.url, settings });
    } finally {
      await server.stop();
    }
    process.exit(process.exitCode ?? 0); // pools that the shop's modules opened keep nothing waiting
  } catch (error) {
    failWith(error);
  }
}

/** The settings of the environment, `DATA_DIR` made absolute. */
export function readSettings(): Settings {
  const parsed = parseEnv(process.env, false);
  if (!parsed.ok) throw new CliError(`Some settings are wrong:\n${parsed.lines.map((line) => `  ${line}`).join("\n")}`);
  return { ...parsed.settings, DATA_DIR: path.resolve(parsed.settings.DATA_DIR) };
}

/** Prints what an operator needs to know of a failure, and exits with 1. */
export function failWith(error: unknown): never {
  console.error(error instanceof CliError ? error.message : explain(error));
  process.exit(1);
}

async function embedded(
  dataDir: string,
  name: string,
  makes: boolean,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (!makes && !hasDatabase(dataDir)) throw new CliError(`There is no database in ${dataDir} (DATA_DIR).`);
  makeDataFolder(dataDir);
  const deadline = Date.now() + STARTING_MS;
  for (let isReported = false; ; ) {
    const lock = takeLock(dataLock(dataDir), name);
    if (lock.taken) {
      const server = await startPostgres({ dataDir, log: console.error });
      return {
        url: server.url,
        async stop() {
          await server.stop();
          lock.release();
        },
      };
    }
    // Another command stops its server when it is done; only a shop's stays.
    const shop = lock.by.holder.startsWith("http");
    const running = shop ? await findPostgres(dataDir) : undefined;
    if (running) return { url: running.url, stop: async () => {} };
    if (Date.now() > deadline)
      throw new CliError(`${dataDir} is in use by ${lock.by.holder}, whose database does not answer.`);
    if (!isReported) console.error(`Waiting for ${lock.by.holder}, which uses ${dataDir} …`);
    isReported = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
