/*
 * The builds beside the one that is served. A page that was opened before an upgrade goes on asking for the scripts and styles of its own
 * build, so these are served for a day after another build took its place. No other file of it is.
 */
import fs from "node:fs";
import path from "node:path";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of several upgrades within a day, the static files of so many builds are kept: some 7 MB each on the disk and in memory. */
const KEPT = 4;
/** In the folder of a build: written when another build was first started in its place. */
export const REPLACED = "replaced";

/** Whether a folder of the project is that of a build. */
export const isBuild = (name: string): boolean => /^\.next-[0-9a-f]{12}$/.test(name);

/** When another build was first started in place of this one, in milliseconds; 0 when none was. */
export const replacedAt = (folder: string): number =>
  fs.statSync(path.join(folder, REPLACED), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The builds beside this one whose static files are still served, the one that was replaced last first. @param current absolute */
export function earlierBuilds(current: string): string[] {
  const root = path.dirname(current);
  return fs
    .readdirSync(root)
    .filter((name) => isBuild(name) && name !== path.basename(current))
    .map((name) => path.join(root, name))
    .filter((folder) => fs.existsSync(path.join(folder, "static")) && replacedAt(folder) > Date.now() - DAY_MS)
    .sort((a, b) => replacedAt(b) - replacedAt(a))
    .slice(0, KEPT);
}
