/*
 * Starts Next.js on a finished build, by two things that its documentation does not promise.
 * - The variable __NEXT_PRIVATE_STANDALONE_CONFIG holds the configuration, as in Next's own standalone server. Without it Next compiles
 *   next.config.ts at every start, which takes 0.1 s and 30 MB; and where Next's compiler is not installed, as in our image, it is
 *   downloaded, so that no shop could start without the package registry. `conf`, an option of next(), is not read by a custom server.
 * - Next listens for "upgrade" on the HTTP server that it is given, to serve WebSockets. Production has none, and once anybody
 *   listens Node no longer answers such a request plainly. So Next is given a server that never listens.
 * tests/unit/next-contract.test.ts and tests/api/front.test.ts fail when an upgrade changes either.
 */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

/** `distDir` is relative to `root`; `cacheHandler` is the absolute path of the compiled page cache. */
export async function createApp(root: string, distDir: string, port: number, cacheHandler: string) {
  const built: { config: object } = JSON.parse(
    fs.readFileSync(path.join(root, distDir, "required-server-files.json"), "utf8"),
  );
  const config = { ...built.config, distDir: `./${distDir}`, cacheHandler };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  // Only now: Next reads the variable when it is loaded.
  const { default: next } = await import("next");
  const neverListening = http.createServer();
  const app = next({ dev: false, dir: root, port, hostname: "localhost", httpServer: neverListening, quiet: true });
  await app.prepare();
  return { handle: app.getRequestHandler(), close: () => app.close() };
}
