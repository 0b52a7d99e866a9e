// The built shop as a process: what the start and the tests share.
import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { signalGroup, start } from "./processes.mjs";

/** Longer than the server's own limit for responses in progress (server/main.ts). */
const GRACE_MS = 11_500;

/** Node's own 4 would all be taken by the passwords that are hashed at once (lib/accounts/password.ts), and files and pictures would wait. */
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

/** The pages that most visits begin with. */
const PAGES = ["home", "products"];

/**
 * Visits two pages, so that the first customer does not wait for modules to be loaded: their first page took 450 ms, now 60 ms. Never
 * rejects: a shop whose database does not answer, or that is slow just now, opens without it.
 * @param address of the shop, such as http://localhost:3000
 * @param limitMs how long both pages may take together
 */
export async function warmUp(address: string, limitMs: number): Promise<void> {
  const signal = AbortSignal.timeout(limitMs);
  for (const page of PAGES)
    try {
      const response = await fetch(`${address}/${page}`, { signal });
      await response.arrayBuffer();
    } catch {
      return; // the next page would not come either
    }
}
