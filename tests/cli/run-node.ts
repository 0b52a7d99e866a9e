// A program that is run to its end, as an operator would.
import { spawn } from "node:child_process";

/** Runs Node.js; gives its exit code, and its output and errors together. */
export async function runNode(args: string[], cwd: string, env = process.env) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, output };
}
