// One command run by another, as an operator would run it, with settings that the .env file does not change again.
import path from "node:path";
import { root } from "./install.mjs";
import { run } from "./processes.mjs";

/** Runs scripts/<name>.ts to its end and gives its output. Throws a CliError with the output when it fails. */
export const runCommand = (name: string, args: string[], env: Record<string, string | undefined>): Promise<string> =>
  run(`npm run ${name}`, process.execPath, ["--import", "tsx", path.join("scripts", `${name}.ts`), ...args], {
    cwd: root,
    env,
  });
