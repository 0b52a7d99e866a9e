import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { root } from "@/scripts/install.mjs";
import { freePort } from "@/scripts/ports";
import { CliError, run, step } from "@/scripts/processes.mjs";

/** A running Next.js application that has nothing but empty routes: a handler, a page, and two pages with a link from one to the other. */
export type Bare = { url: string; cpu: () => number | undefined; stop: () => Promise<void> };

/**
 * Builds and starts it as everybody would, by `next build` and `next start`, without a setting: what the framework costs when an application adds
 * nothing. @param folder where it is made; @param processorMs processor time of a process so far
 */
export async function startBare(folder: string, processorMs: (pid: number) => number | undefined): Promise<Bare> {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const route of ["api", "bench-empty", "bench-links", "bench-linked"])
    fs.cpSync(path.join(import.meta.dirname, "empty", route), path.join(folder, "app", route), { recursive: true });
  fs.writeFileSync(
    path.join(folder, "app/layout.tsx"),
    "export default function Layout({ children }: LayoutProps<'/'>) {\n  return <html lang='en'><body>{children}</body></html>;\n}\n",
  );
  fs.writeFileSync(
    path.join(folder, "next.config.ts"),
    "export default { typescript: { ignoreBuildErrors: true } };\n",
  );
  fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  // Turbopack builds only what lies below its root.
  linkFolder(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const next = path.join(folder, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await step("Building a bare application", () =>
    run("next build", process.execPath, [next, "build"], { cwd: folder, env }),
  );
  const port = await freePort();
  const log = path.join(folder, "next-start.log");
  const output = fs.openSync(log, "w");
  const stdio: StdioOptions = ["ignore", output, output];
  const child = spawn(process.execPath, [next, "start", "-p", String(port)], { cwd: folder, env, stdio });
  fs.closeSync(output);
  const url = `http://localhost:${port}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${url}/api/bench-empty`).catch(() => undefined);
    if (answer?.ok) break;
    if (tries > 100 || child.exitCode !== null) {
      child.kill("SIGKILL");
      throw new CliError(`${fs.readFileSync(log, "utf8").trim()}\n\nThe bare application does not start.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    cpu: () => processorMs(child.pid as number),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "close");
    },
  };
}

/** Copies a folder by hard links, or file by file where the target is on another file system. */
export function linkFolder(from: string, to: string) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else
      try {
        fs.linkSync(source, target);
      } catch {
        fs.copyFileSync(source, target); // another file system
      }
  }
}
