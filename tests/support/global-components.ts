// Around each component test: what it rendered is removed, and a console error or warning that it did not expect fails it.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

// What is loaded when it is used (schemas, dialogs) takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level);
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
