/*
 * The shop in development: Next.js with reload and, before it, what rewrites the shop's addresses to those of their pages. The rest of
 * server/main.ts is for the built shop. Started by scripts/start.ts.
 */
import http from "node:http";
import next from "next";
import { rewriteUrl } from "./addresses";
import { host, port } from "./settings";

const server = http.createServer();
// Next listens for "upgrade" on the server, for the connection by which it tells browsers to reload.
const app = next({ dev: true, dir: process.cwd(), port, hostname: host ?? "localhost", httpServer: server });
app.prepare().then(
  () => {
    const handle = app.getRequestHandler();
    server.on("request", (request, response) => {
      if (rewriteUrl(request, response)) return;
      handle(request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    });
    server.listen({ port, host }, () => process.send?.("ready"));
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
process.on("disconnect", () => process.exit(0)); // the start was killed
