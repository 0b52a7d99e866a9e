// The private parts of packages that the code in the browser relies on. When one of these tests fails after an upgrade, read the
// file it names.
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("zod takes its settings from the global object that instrumentation-client.ts sets", async () => {
  vi.stubGlobal("__zod_globalConfig", { jitless: true });
  const { config } = await import("zod");
  expect(config().jitless, "zod no longer reads globalThis.__zod_globalConfig: see instrumentation-client.ts").toBe(
    true,
  );
});
