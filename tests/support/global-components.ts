// Around each component test: a page of its own in a browser that has nothing stored and reaches no shop. What was rendered is removed,
// and a console error or warning that a test did not expect fails it.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { Storage } from "happy-dom";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { toasts } from "@/components/ui/toast";

// What is loaded when it is used (schemas, dialogs) takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Node.js 25 and later have storages of their own, which hide those of the simulated browser.
for (const name of ["localStorage", "sessionStorage"] as const)
  Object.defineProperty(globalThis, name, { value: new Storage(), configurable: true });

beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(null, { status: 503 })),
  );
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.useRealTimers();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  for (const { id } of toasts.list()) toasts.remove(id);
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; Max-Age=0; Path=/`;
});
