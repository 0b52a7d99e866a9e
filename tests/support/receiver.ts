// A receiver of webhooks on this machine, which answers as a test says and remembers what it got.
import { once } from "node:events";
import http, { type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Received = { headers: IncomingHttpHeaders; body: string };

/** Listens until the test is over. `answer` gets the request when its body has been read. */
export async function startReceiver(answer: RequestListener = (_, response) => void response.end()) {
  const received: Received[] = [];
  let connections = 0;
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    answer(request, response);
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, received, connections: () => connections, close };
}
