// The production build: made when its sources changed, in a folder of its own name so that a running shop never loses its files.
// `npm run build` makes it from a fresh clone. It needs no database, address, port or secret: one build runs anywhere.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compileServer } from "./compile-server";
import { root } from "./install.mjs";
import { takeLock } from "./lock";
import { run, step } from "./processes.mjs";
import { retireOthers } from "./retire-builds";

const SOURCES = ["app", "components", "lib", "db", "drizzle", "server"];
const FILES =
  /^(next\.config\.\w+|proxy\.ts|instrumentation(-client)?\.ts|postcss\.config\.\w+|tsconfig\.json|package-lock\.json)$/;
/** What `next build` keeps for itself in `.next`; the rest of it is the build. */
const NOT_THE_BUILD = new Set(["cache", "dev", "lock", "types", "diagnostics", "trace", "trace-build", "standalone"]);

/** The names of all files of a build, in its folder. */
const LIST = "files.txt";

/**
 * A name for everything that a build is made from: the sources and Node's major version. Not the environment, which the build does not
 * read (lib/env.ts): pages are rendered by the process that serves them.
 */
function stampOf() {
  const hash = createHash("sha256");
  const files = fs.readdirSync(root).filter((name) => FILES.test(name));
  for (const folder of SOURCES.filter((name) => fs.existsSync(path.join(root, name))))
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(path.relative(root, path.join(entry.parentPath, entry.name)));
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update("\0");
  // Public files are served as they are: that they are there counts (some are imported), their names come from their content.
  for (const entry of fs.readdirSync(path.join(root, "public"), { recursive: true }).sort()) hash.update(`${entry}\0`);
  hash.update(`${process.versions.node.split(".")[0]}`);
  return hash.digest("hex");
}

/**
 * Gives the folder of an up-to-date build, building first when there is none that is whole.
 * @param user the pid of the process for which it is kept
 */
export async function build(user = process.pid) {
  const stamp = stampOf();
  const folder = `.next-${stamp.slice(0, 12)}`;
  const made = path.join(root, folder);
  if (!isWhole(made)) {
    const release = await lockBuild();
    try {
      if (!isWhole(made)) {
        if (fs.existsSync(path.join(made, LIST))) console.log(`The build in ${folder} lacks files and is made again.`);
        const next = path.join(root, "node_modules/next/dist/bin/next");
        const env = {
          ...process.env,
          NODE_ENV: "production",
          NEXT_TELEMETRY_DISABLED: "1",
          // Next makes the names of actions from it: every instance that builds these sources must give them the same ones.
          // What they close over is encrypted with the key of the process that serves (scripts/start.ts).
          NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(stamp, "hex").toString("base64"),
        };
        await step("Building the shop (next build)", () =>
          run("Building the shop (next build)", process.execPath, [next, "build"], { cwd: root, env }),
        );
        deleteRenderedPages();
        await compileServer(path.join(root, ".next"));
        keep(path.join(root, ".next"), made);
      }
    } finally {
      release();
    }
  }
  try {
    fs.utimesSync(made, new Date(), new Date());
    takeLock(path.join(made, "users", String(user)), "start", user);
  } catch (error) {
    // In an image whose user may not write there, nobody deletes builds either.
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return made;
  }
  try {
    retireOthers(made);
  } catch (error) {
    // Such as that another start deletes the same files. The shop does not need it.
    console.error(`Earlier builds could not be tidied up: ${(error as Error).message}`);
  }
  return made;
}

/**
 * Deletes the pages that `next build` has rendered, without data and with no address of the shop: a page that is not there cannot be
 * served. The names of all routes stay, so that the first visit renders a page and stores it in the page cache. What remains is for
 * unknown addresses and for errors, which are the same everywhere.
 */
function deleteRenderedPages() {
  const output = path.join(root, ".next");
  const { routes } = JSON.parse(fs.readFileSync(path.join(output, "prerender-manifest.json"), "utf8"));
  for (const route of Object.keys(routes).filter((name) => !name.startsWith("/_")))
    for (const suffix of [".html", ".rsc", ".body", ".meta", ".segments"])
      fs.rmSync(path.join(output, "server/app", `${route}${suffix}`), { recursive: true, force: true });
}

async function lockBuild() {
  for (let isReported = false; ; isReported = true) {
    // Not in .next, which next build empties.
    const lock = takeLock(path.join(root, ".next-lock"), "a build");
    if (lock.taken) return lock.release;
    if (!isReported) console.log(`Waiting for the build that another start (process ${lock.by.pid}) is making …`);
    await sleep(500);
  }
}

/**
 * Whether a folder holds every file of its build. Copies often lack some: rsync and images may leave out links, and everything that is called
 * node_modules, in which Next.js keeps links to the packages that it loads.
 */
export function isWhole(folder: string): boolean {
  const list = path.join(folder, LIST);
  if (!fs.existsSync(list)) return false;
  const there = new Set(filesOf(folder));
  return fs
    .readFileSync(list, "utf8")
    .split("\n")
    .every((name) => there.has(name));
}

/** Files and links; names are relative to the folder. */
const filesOf = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/** Moves a finished build from `.next` to its own folder, beside `.next` so that relative paths in it stay right; its list comes last. */
export function keep(from: string, folder: string) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  for (const name of fs.readdirSync(from).filter((name) => !NOT_THE_BUILD.has(name)))
    fs.renameSync(path.join(from, name), path.join(folder, name));
  const list = filesOf(folder).join("\n");
  const draft = path.join(from, LIST);
  fs.writeFileSync(draft, list);
  fs.renameSync(draft, path.join(folder, LIST));
}
