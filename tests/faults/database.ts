// The database as a thing that breaks.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { startPostgres } from "@/scripts/embedded-postgres";
import { dataLock, takeLock } from "@/scripts/lock";
import { clusterOf } from "@/scripts/postgres-place";

// Named as scripts/throwaway.ts names its own, which tidies up after killed runs.
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-test-"));
takeLock(dataLock(dataDir), "a test run");
fs.chmodSync(dataDir, 0o711);
// Nothing is lost by a clean stop or by the death of another process: only the machine's own would need the disk.
const settings = { fsync: "off", full_page_writes: "off", max_connections: "60" };

let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
let frozen: number[] = [];
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // it has ended meanwhile
    }
  }
};

export const database = {
  async start(): Promise<string> {
    server = await startPostgres({ dataDir, log: () => {}, settings });
    return server.url;
  },

  /** The superuser's address. */
  adminUrl: () => server?.adminUrl ?? "",

  /** The folder of its files. */
  folder: () => clusterOf(dataDir),

  /** Ends every session and the server, as its owner would. */
  stop: async () => server?.stop(),

  /** Stops every process of the server: connections stay open and nothing answers. */
  async freeze() {
    const sql = postgres(server?.adminUrl ?? "", { max: 1, onnotice: () => {} });
    const rows = await sql`select pid from pg_stat_activity`;
    const postmaster = Number(fs.readFileSync(path.join(clusterOf(dataDir), "postmaster.pid"), "utf8").split("\n")[0]);
    frozen = [postmaster, ...rows.map((row) => row.pid as number)];
    signal(frozen, "SIGSTOP");
    void sql.end({ timeout: 0 }).catch(() => {});
  },

  thaw() {
    signal(frozen.splice(0).reverse(), "SIGCONT");
  },

  async remove() {
    this.thaw();
    await server?.stop();
    for (const folder of [clusterOf(dataDir), dataDir]) fs.rmSync(folder, { recursive: true, force: true });
  },
};
