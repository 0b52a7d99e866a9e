import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { effort } from "./measure";

/** The embedded server brings no pgbench: the distribution's is used when it is installed. */
export const hasPgbench = () => spawnSync("pgbench", ["--version"]).status === 0;

/** How often a second `clients` connections run `script` without a pause. */
export function pgbench(database: string, name: string, script: string, clients: number): number {
  const file = path.join(os.tmpdir(), "mithaas-bench", `${name}.sql`);
  fs.writeFileSync(file, script);
  const options = ["-n", "-M", "prepared", "-c", `${clients}`, "-j", "2", "-T", `${effort.seconds}`, "-f", file];
  const { stdout, stderr, status } = spawnSync("pgbench", [...options, database], { encoding: "utf8" });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (status !== 0 || !rate) throw new Error(`pgbench: ${stdout}${stderr}`);
  return Number(rate);
}
