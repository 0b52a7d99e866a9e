// Before the files of a run: a PostgreSQL that is migrated and seeded once and then stopped. Each file starts a copy of its files.
import fs from "node:fs";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { startPostgres } from "@/scripts/embedded-postgres";
import { clusterOf } from "@/scripts/postgres-place";
import { type Cluster, makeDataDir, settings } from "./data-folder";

export default async function setup() {
  const dataDir = makeDataDir();
  const server = await startPostgres({ dataDir, log: () => {}, settings });
  await migrate(server.url);
  await seed(server.url);
  await server.stop();
  const made: Cluster = { dataDir, cluster: clusterOf(dataDir) };
  process.env.TEST_CLUSTER = JSON.stringify(made);
  return () => {
    for (const folder of [made.cluster, dataDir]) fs.rmSync(folder, { recursive: true, force: true });
  };
}
