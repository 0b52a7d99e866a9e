// Programs that are run to their end, as an operator does.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "@/scripts/install.mjs";

type Env = Record<string, string | undefined>;

/** What Node.js runs for `npm run NAME -- ARGS`. */
export const args = (name: string, rest: string[]) => [path.join(root, "scripts/run.mjs"), name, ...rest];

/** Runs a command of package.json. */
export const npmRun = (name: string, rest: string[] = [], env: Env = {}) => runNode(args(name, rest), root, env);

/** Runs Node.js; gives its exit code, and what it printed: apart, and all of it together. */
export async function runNode(args: string[], cwd: string, env: Env = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "", output: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
      printed.output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...printed };
}
