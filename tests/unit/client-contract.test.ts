// The private parts of packages that the code in the browser relies on. When one of these tests fails after an upgrade, read the
// file it names.
import { afterEach, expect, test, vi } from "vitest";
import { startupScripts } from "@/components/layout/next-startup";

afterEach(() => vi.unstubAllGlobals());

test("Next.js starts after a timer that was set before it", async () => {
  const appended: unknown[] = [];
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("document", {
    createElement: () => ({ setAttribute() {} }),
    head: { appendChild: (element: unknown) => appended.push(element) },
  });
  vi.stubGlobal("__next_s", startupScripts.__next_s);
  const { appBootstrap } = await import("next/dist/client/app-bootstrap.js");
  const order: string[] = [];
  setTimeout(() => order.push("react-dom"));
  await new Promise<void>((resolve) => {
    appBootstrap(() => {
      order.push("hydrate");
      resolve();
    });
  });
  expect(
    [order, appended.length],
    "Next.js no longer waits for the scripts of self.__next_s: see components/layout/next-startup.ts",
  ).toEqual([["react-dom", "hydrate"], 1]);
});

test("zod takes its settings from the global object that instrumentation-client.ts sets", async () => {
  vi.stubGlobal("__zod_globalConfig", { jitless: true });
  const { config } = await import("zod");
  expect(config().jitless, "zod no longer reads globalThis.__zod_globalConfig: see instrumentation-client.ts").toBe(
    true,
  );
});
