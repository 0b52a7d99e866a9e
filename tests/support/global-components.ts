// Around each component test: what it rendered is removed, and a console error that it did not expect fails it.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

// What is loaded when it is used (schemas, dialogs) takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
