import path from "node:path";
import type { Environment } from "@/lib/env";
import { makeDataFolder } from "./data-folder";
import { findPostgres, hasDatabase, startPostgres } from "./embedded-postgres";
import { failWith } from "./failures";
import { root } from "./install.mjs";
import { dataLock, takeLock } from "./lock";
import { CliError, run } from "./processes.mjs";
import { readSettings } from "./settings";

/** How long a command waits for a shop that is just starting (it may be installing or building). */
const STARTING_MS = 120_000;

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
  work: (database: { url: string; settings: Environment }) => Promise<void>,
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

/**
 * Runs a command as an operator would, with settings that the .env file does not change again, and gives its output. Throws a CliError
 * with the output when it fails.
 */
export const runCommand = (name: string, args: string[], env: Record<string, string | undefined>): Promise<string> =>
  run(`npm run ${name}`, process.execPath, ["--import", "tsx", path.join("scripts", `${name}.ts`), ...args], {
    cwd: root,
    env,
  });

async function embedded(dataDir: string, name: string, makes: boolean) {
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
