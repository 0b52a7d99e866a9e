// The built shop as a process: what the start and the tests share.
import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { CliError, signalGroup, start } from "./processes.mjs";
import { withTimeLimit } from "./time-limit";

/** Longer than the server's own limit for responses in progress (server/main.ts). */
const GRACE_MS = 11_500;

/** Node's own 4 would all be taken by the passwords that are hashed at once (lib/people/password.ts), and files and pictures would wait. */
const THREADS = "8";

/**
 * Starts the server of a build (server/main.ts). `ready` is resolved when it listens, or false when it ended before that.
 * @param folder of the build, absolute
 * @param log a file instead of the terminal
 */
export function startShop(folder: string, environment: NodeJS.ProcessEnv, log?: string) {
  const output = log ? fs.openSync(log, "a") : undefined;
  const child = start(process.execPath, [path.join(folder, "shop-server/main.mjs")], {
    env: { ...environment, NODE_ENV: "production", UV_THREADPOOL_SIZE: environment.UV_THREADPOOL_SIZE ?? THREADS },
    stdio: ["ignore", output ?? "inherit", output ?? "inherit", "ipc"],
  });
  if (output) fs.closeSync(output);
  const ready: Promise<boolean> = new Promise((resolve) => {
    child.once("message", () => resolve(true));
    child.once("close", () => resolve(false));
  });
  return { child, ready };
}

/** Ends a server when it has answered what is in flight, at the latest after its own limit. */
export async function stopShop(child: ChildProcess) {
  const { pid } = child;
  if (!pid || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  process.kill(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), GRACE_MS);
  await ended;
  clearTimeout(timer);
}

/** How long the start waits for its first page. */
const FIRST_PAGE_MS = 10_000;

async function statusOf(address: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(address, { signal });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Renders the page that most visits begin with: whoever comes first would wait for modules to be loaded, 450 ms instead of 60. Throws a
 * CliError when it fails, and the login too, although the database answers, since every page would. A shop whose database is away, that is
 * slow just now, or that only fails to show its first page, opens all the same: its owner can sign in.
 * @param address of the shop, such as http://localhost:3000
 */
export async function renderFirstPage(address: string): Promise<void> {
  const isBroken = await withTimeLimit(FIRST_PAGE_MS, async (signal) => {
    // Not one page alone: the database may have been away for it. Two queries that wait for a locked table take longer than the limit.
    for (const page of ["home", "login"]) {
      if ((await statusOf(`${address}/${page}`, signal)) !== 500) return false;
      if ((await statusOf(`${address}/api/health`, signal)) !== 200) return false;
    }
    return true;
  }).catch(() => false);
  if (isBroken)
    throw new CliError(
      "The first pages fail although the database answers; the lines above say why. If they name a missing module or file: delete the folders .next-*, run npm ci and start again.",
    );
}

/** Renders the page that most visits go to next, for the same reason. Never rejects. */
export const warmUp = (address: string): Promise<unknown> =>
  withTimeLimit(FIRST_PAGE_MS, (signal) => statusOf(`${address}/products`, signal)).catch(() => {});
