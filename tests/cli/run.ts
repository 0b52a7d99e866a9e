import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/install.mjs";

type Env = Record<string, string | undefined>;

/** What Node.js runs for `npm run NAME -- ARGS`. */
export const args = (name: string, rest: string[]) => [path.join(root, "scripts/run.mjs"), name, ...rest];

/** Runs a command as an operator does; its exit code, and what it prints. */
export async function npmRun(name: string, rest: string[], env: Env = {}) {
  const run = promisify(execFile)(process.execPath, args(name, rest), { env: { ...process.env, ...env } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  );
}
