// `npm start` lives for as long as the shop. tsx and its compiler would hold 50 MB for all that time, so this one command is bundled first.
import fs from "node:fs";
import path from "node:path";
import { root } from "./install.mjs";

/**
 * Bundles scripts/start.ts. A folder that may not be written, such as that of an image, has the program of its `npm run build`.
 * @returns {Promise<string>} the program
 */
export async function compileStart() {
  // One folder below the root, as scripts/ is: install.mjs finds the root from there.
  const program = path.join(root, "node_modules/.mithaas-start.mjs");
  try {
    fs.accessSync(path.dirname(program), fs.constants.W_OK);
  } catch {
    return program;
  }
  const { build, stop } = await import("esbuild");
  const draft = `${program}.${process.pid}`;
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/start.ts"],
    outfile: draft,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  await stop(); // else its process stays
  fs.renameSync(draft, program); // whole, also for another start that begins now
  return program;
}
