// The database as a thing that breaks.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { startPostgres } from "@/scripts/embedded-postgres";
import { clusterOf, placeFor } from "@/scripts/postgres-place";
import { type Cluster, makeDataDir, settings } from "./data-folder";

const dataDir = makeDataDir();
copyCluster();

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

/** The cluster and the passwords of the one that was made before all files (cluster.ts), with the owners of its files. */
function copyCluster() {
  const from: Cluster = JSON.parse(process.env.TEST_CLUSTER ?? "");
  const { cluster } = placeFor(dataDir, () => {});
  execFileSync("cp", ["-a", path.join(from.dataDir, "database.json"), dataDir]);
  execFileSync("cp", ["-a", from.cluster, cluster]);
}
