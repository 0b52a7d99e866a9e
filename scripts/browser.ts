// A Chromium for the end-to-end tests: one that is installed, else the distribution's, else Playwright's download, else a clear failure.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./install.mjs";
import { CliError, run, step } from "./processes.mjs";

/** Chromium without windows, which Playwright uses by default: it opens a page in half of the time. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The program in what Playwright has downloaded: chromium-1200/chrome-linux/chrome, chromium_headless_shell-1200/… and others. */
const DOWNLOADED =
  /^chromium(_headless_shell)?-\d+\/chrome-[^/]+\/(chrome-headless-shell|chrome|Chromium.app\/Contents\/MacOS\/Chromium)$/;

/** @returns the path of a Chromium that starts */
export async function findBrowser(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    const reason = whyNotStart(given);
    if (!reason) return given;
    throw new CliError(
      `CHROMIUM_PATH: ${given} does not start (${reason}); accepted: the path of a Chromium or Chrome.`,
    );
  }
  /** Why what was tried did not give one. */
  const reasons = new Set<string>();
  const installed = () =>
    [...onPath(), ...APPLICATIONS, ...playwrights()].find((file) => {
      if (!fs.existsSync(file)) return false;
      const reason = whyNotStart(file);
      if (reason) reasons.add(`${file} does not start: ${reason}`);
      return !reason;
    });
  const found = installed();
  if (found) return found;

  if (process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    try {
      await step("Installing Chromium (apt-get)", async () => {
        await run("apt-get update", "apt-get", ["update", "-q"], { env });
        const install = (name: string) =>
          run(`apt-get install ${name}`, "apt-get", ["install", "-qy", "--no-install-recommends", name], { env });
        // Older distributions have only the whole one.
        await install(SHELL).catch(() => install("chromium"));
      });
    } catch (error) {
      reasons.add((error as Error).message);
    }
    const packaged = installed();
    if (packaged) return packaged;
  }
  try {
    const cli = path.join(root, "node_modules/@playwright/test/cli.js");
    await step("Downloading Chromium (playwright install)", () =>
      run(`playwright install ${SHELL}`, process.execPath, [cli, "install", SHELL], { cwd: root }),
    );
  } catch (error) {
    reasons.add((error as Error).message);
  }
  const downloaded = installed();
  if (downloaded) return downloaded;
  throw new CliError(
    `${[...reasons].join("\n")}\nThe end-to-end tests need a Chromium, and none could be installed: install Chromium or Chrome, or name one in CHROMIUM_PATH.`,
  );
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** What Playwright has downloaded, the newest first. */
function playwrights() {
  const home = process.env.HOME ?? "";
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    `${home}/.cache/ms-playwright`,
    `${home}/Library/Caches/ms-playwright`,
  ];
  return caches.flatMap((cache) => {
    if (!cache || !fs.existsSync(cache)) return [];
    const found = fs.readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((file) => DOWNLOADED.test(file));
    return found
      .sort()
      .reverse()
      .map((file) => path.join(cache, file));
  });
}

/**
 * Why a program is no Chromium that starts, in the program's own words; "" when it is one. Ubuntu's `chromium-browser` may be a script that
 * only says to install a snap: being there is not enough.
 */
function whyNotStart(file: string): string {
  const { error, status, signal, stdout, stderr } = spawnSync(file, ["--version"], {
    encoding: "utf8",
    timeout: 20_000,
  });
  if (error) return error.message;
  if (status === 0 && /Chrom/.test(stdout)) return "";
  return `${stdout}${stderr}`.trim() || `${signal ?? `exit ${status}`}`;
}
