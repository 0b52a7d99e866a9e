// `npm start`, `npm test` and every other command: installs what a fresh clone lacks, then runs the command, which is TypeScript.
// This file and the other .mjs files are JavaScript because they run before anything is installed.
import fs from "node:fs";
import { compileStart } from "./compile-start.mjs";
import { install, readEnvironment, requireNode, root } from "./install.mjs";
import { CliError, endAll } from "./processes.mjs";

/** Commands that do not depend on where they run: they read no .env file. */
const WITHOUT_SETTINGS = ["bench", "build", "db-generate", "demo", "test"];

const [command = "", ...args] = process.argv.slice(2);
const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const interrupt = () => void endAll().then(() => process.exit(130));

for (const signal of signals) process.on(signal, interrupt);
try {
  requireNode();
  if (["bench", "demo", "seed-large", "test"].includes(command) && !fs.existsSync(`${root}/tests`))
    throw new CliError(`npm run ${command} needs a clone of the project: the folder tests is not here.`);
  await install();
  if (!WITHOUT_SETTINGS.includes(command)) Object.assign(process.env, readEnvironment());
  process.chdir(root);
  process.argv = [process.execPath, `npm run ${command}`, ...args];
  const program = await load(command);
  for (const signal of signals) process.off(signal, interrupt);
  await import(program);
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

/**
 * Makes a command ready to be imported: most run as the TypeScript that they are.
 * @param {string} name
 */
async function load(name) {
  if (name === "start") return compileStart();
  // @ts-expect-error: this entry of the package, which lets Node.js run TypeScript, comes without types
  await import("tsx");
  return `./${name}.ts`;
}
