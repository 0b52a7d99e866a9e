// What bare Node needs before anything else of the project can run: its version, the packages, the .env file.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { CliError, run, step } from "./processes.mjs";

export const root = path.resolve(import.meta.dirname, "..");

/** Installs the packages, and patches them, when package-lock.json or patches/ has changed since that was done. */
export async function install() {
  const stamp = path.join(root, "node_modules/.mithaas-lock");
  const hash = createHash("sha256").update(fs.readFileSync(path.join(root, "package-lock.json")));
  const patches = path.join(root, "patches");
  for (const name of fs.readdirSync(patches).sort()) hash.update(fs.readFileSync(path.join(patches, name)));
  const wanted = hash.digest("hex");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return;
  // Packages that npm itself installed from this very lock file need no second installation.
  if (!matchesLock()) await installPackages("Installing packages (npm ci)", root);
  // npm does it too (postinstall), unless it was run with --ignore-scripts. What is patched already stays as it is.
  const patch = path.join(root, "node_modules/patch-package/index.js");
  await run("patch-package", process.execPath, [patch, "--error-on-fail", "--error-on-warn"], { cwd: root });
  fs.writeFileSync(stamp, wanted);
}

/**
 * Installs the packages that a folder's lock file names, those for development too.
 * @param {string} title
 * @param {string} folder
 */
export async function installPackages(title, folder) {
  // npm_execpath: the npm that runs us, which need not be the one on the path.
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [command = "npm", ...args] = [...npm, "ci", "--include=dev", "--no-audit", "--no-fund"];
  const options = { cwd: folder, env: { ...process.env, NODE_ENV: "", npm_config_loglevel: "error" } };
  await step(title, () => run(title, command, args, options));
}

/** Compares npm's record of what it installed with package-lock.json, other platforms' optional packages aside. */
function matchesLock() {
  try {
    /** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
    const packages = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8")).packages;
    const installed = packages("node_modules/.package-lock.json");
    return Object.entries(packages("package-lock.json")).every(
      ([name, { version, optional }]) =>
        name === "" ||
        (installed[name]?.version === version && fs.existsSync(path.join(root, name))) ||
        (optional && !installed[name]),
    );
  } catch {
    return false;
  }
}

/** The environment with the project's .env under it: what is really set wins, and an empty value counts as unset. */
export function readEnvironment() {
  const file = path.join(root, ".env");
  const fromFile = fs.existsSync(file) ? parseEnv(fs.readFileSync(file, "utf8")) : {};
  const set = Object.entries(process.env).filter(([name, value]) => value !== "" || !(name in fromFile));
  return /** @type {NodeJS.ProcessEnv} */ ({ ...fromFile, ...Object.fromEntries(set) });
}

/** @returns {void} throws when this Node.js is too old */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new CliError(`Mithaas needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}
