import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { warmUp } from "@/scripts/shop";

afterEach(() => void vi.restoreAllMocks());

/** Warms up a shop that answers so; gives the paths that it was asked for. `over` ends the time that there is. */
async function pathsOf(answer: (over: () => void, ...request: Parameters<RequestListener>) => void) {
  const asked: (string | undefined)[] = [];
  const time = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    answer(() => time.abort(), request, response);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await warmUp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 5_000);
  expect(AbortSignal.timeout).toHaveBeenCalledWith(5_000);
  return asked;
}

test("the warm-up visits the pages that most visits begin with", async () => {
  expect(await pathsOf((_over, _, response) => response.end("a page"))).toEqual(["/home", "/products"]);
});

test.each<[string, Parameters<typeof pathsOf>[0]]>([
  ["is silent", (over) => over()],
  ["does not come to its end in time", (over, _, response) => response.writeHead(200).write("the first half", over)],
  ["breaks off", (_over, _, response) => response.writeHead(200).write("half", () => response.destroy())],
])("a page that %s does not fail the start", async (_, answer) => {
  expect(await pathsOf(answer)).toEqual(["/home"]);
});

test("nor does a shop that is not there", async () => {
  await warmUp("http://127.0.0.1:1", 5_000);
});
