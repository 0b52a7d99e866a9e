// The pages that the start renders before and after it says that the shop is open.
import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { renderFirstPage, warmUp } from "@/scripts/shop";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A shop that gives these statuses, or does something else with the response, one after the other; and what it was asked for. */
async function aShop(...answers: (number | ((response: ServerResponse) => unknown))[]) {
  const asked: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    const answer = answers.shift();
    if (typeof answer === "function") answer(response);
    else response.writeHead(answer ?? 404).end("a page");
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("one page is rendered before the shop opens, and the one that is visited next after it", async () => {
  const { address, asked } = await aShop(200, 200);
  await renderFirstPage(address);
  expect(asked).toEqual(["/home"]);
  await warmUp(address);
  expect(asked).toEqual(["/home", "/products"]);
});

test("a shop of which the login fails as well, while the database answers, ends the start with a line", async () => {
  const { address, asked } = await aShop(500, 200, 500, 200);
  const failure = await renderFirstPage(address).catch((error) => error);
  expect(failure.constructor.name).toBe("CliError");
  expect(failure.message).toMatch(/^The first pages fail although the database answers; .*\.next-\*/);
  expect(asked).toEqual(["/home", "/api/health", "/login", "/api/health"]);
});

test.each([
  ["while the database is away", [500, 503]],
  ["alone, or while the database was away", [500, 200, 200]],
  ["since the shop is busy", [503]],
  ["since its response breaks off", [(response: ServerResponse) => response.write("half", () => response.destroy())]],
])("a page that fails %s does not keep the shop from opening", async (_, answers) => {
  const { address } = await aShop(...answers);
  await renderFirstPage(address);
});

test("nor does a server that is gone", async () => {
  await renderFirstPage("http://127.0.0.1:1");
  await warmUp("http://127.0.0.1:1");
});

test.each([renderFirstPage, warmUp])(
  "%o gives up after ten seconds, even when fetch() has forgotten its signal",
  async (visit) => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async () => ({ status: 200, arrayBuffer: () => new Promise(() => {}) }));
    const done = vi.fn();
    void visit("http://shop.example").then(done);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  },
);
