import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { warmUp } from "@/scripts/shop";

let server: http.Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

/** A shop that answers so; gives its address and the paths that it is asked for. */
async function shopThat(answers: RequestListener) {
  const asked: (string | undefined)[] = [];
  server = http.createServer((request, response) => {
    asked.push(request.url);
    answers(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("the warm-up visits the pages that most visits begin with", async () => {
  const { address, asked } = await shopThat((_request, response) => response.end("a page"));
  await warmUp(address, 5_000);
  expect(asked).toEqual(["/home", "/products"]);
});

test("a page whose end does not come in time does not fail the start", async () => {
  const { address, asked } = await shopThat((_request, response) => response.writeHead(200).write("the first half"));
  await warmUp(address, 200);
  expect(asked).toEqual(["/home"]);
});

test("nor does a shop that does not answer, breaks off, or is not there", async () => {
  const silent = await shopThat(() => {});
  await warmUp(silent.address, 200);
  expect(silent.asked).toEqual(["/home"]);
  server?.close();
  server?.closeAllConnections();

  const broken = await shopThat((_request, response) => {
    response.writeHead(200).write("the first half");
    setImmediate(() => response.destroy());
  });
  await warmUp(broken.address, 5_000);
  expect(broken.asked).toEqual(["/home"]);
  server?.close();
  server?.closeAllConnections();
  await warmUp(broken.address, 5_000);
});
