// `npm run <command>`: the operating commands, which are TypeScript, on a clone that may not be installed yet.
import { install, readEnvironment, requireNode, root } from "./install.mjs";
import { CliError } from "./processes.mjs";

const [command = "", ...args] = process.argv.slice(2);
try {
  requireNode();
  await install();
  Object.assign(process.env, readEnvironment());
  process.chdir(root);
  process.argv = [process.argv[0] ?? "node", `npm run ${command}`, ...args];
  await import("tsx");
  await import(`./${command}.ts`);
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}
