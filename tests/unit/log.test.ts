// The log: what a line says, when a request has one, and how little of it strangers can fill.
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readable } from "@/lib/http/log";
import { noteRequest } from "@/lib/request-facts";
import { logConsole } from "@/server/console";
import { logRequest, logUnended } from "@/server/request-log";

const written: string[] = [];
const lines = () => written.splice(0).map((line) => JSON.parse(line));
const exits: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process, "once").mockImplementation((_, listener: () => void) => {
    exits.push(listener);
    return process;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("on a terminal it is for people: what failed and what changed, and nothing that only was read", () => {
  const now = new Date("2026-11-26T19:40:00");
  const request = {
    level: "info",
    requestId: "1",
    method: "GET",
    route: "/checkout",
    kind: "page",
    status: 200,
    ms: 2.5,
  };
  expect(readable(request, now)).toBeUndefined();
  expect(readable({ ...request, status: 503 }, now)).toBe("19:40:00 GET /checkout page 503 2.5 ms");
  expect(readable({ ...request, method: "POST", kind: "action", actor: "customer:12", outcome: "done" }, now)).toBe(
    "19:40:00 POST /checkout action 200 customer:12 done 2.5 ms",
  );
  expect(readable({ level: "info", where: "database", state: "back" }, now)).toBe("19:40:00 database back");
  expect(readable({ level: "info", where: "console", text: "ready" }, now)).toBeUndefined();
  const fault = { level: "error", where: "job listen", code: null, error: "Error: \u001b[2Jno", stack: "at a | at b" };
  expect(readable(fault, now)).toBe("19:40:00 error job listen Error:  [2Jno\n    at a\n    at b");
});

/** A request as the server sees it, and how it ends. */
function aRequest(headers: Record<string, string> = {}, group: "page" | "file" = "page") {
  const request = { method: "POST", headers } as unknown as IncomingMessage;
  const response = Object.assign(new EventEmitter(), { writableFinished: false, statusCode: 200 });
  const names = (id: string) => (id === "40ab" ? "placeOrder" : undefined);
  const run = logRequest(request, response as unknown as ServerResponse, { route: "/checkout", group }, names);
  const close = (writableFinished: boolean) => void Object.assign(response, { writableFinished }).emit("close");
  return { run, close, response };
}

test("a request has one line, with what its work has noted", async () => {
  const { run, close } = aRequest({ "x-request-id": "one", "next-action": "40ab" });
  await run(async () => void noteRequest({ actor: "customer:12", outcome: "done" }));
  expect(lines()).toEqual([]);
  close(true);
  const facts = { kind: "action", action: "placeOrder", actor: "customer:12", outcome: "done", status: 200 };
  expect(lines()).toMatchObject([{ level: "info", requestId: "one", method: "POST", route: "/checkout", ...facts }]);
});

test("when the client goes, the line waits for what is still done, as 499", async () => {
  const { run, close } = aRequest();
  let finish = () => {};
  const work = run(() =>
    new Promise<void>((resolve) => (finish = resolve)).then(() => void noteRequest({ outcome: "done" })),
  );
  close(false);
  expect(lines()).toEqual([]);
  finish();
  await work;
  expect(lines()).toMatchObject([{ status: 499, outcome: "done" }]);
});

test("a request that hangs is named once, and again when the process ends before it", () => {
  logUnended();
  const hanging = aRequest();
  vi.advanceTimersByTime(14_000);
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(14_000);
  expect(lines()).toMatchObject([{ level: "warn", route: "/checkout", state: "in progress" }]);
  for (const exit of exits.splice(0)) exit();
  expect(lines()).toMatchObject([{ level: "warn", route: "/checkout", state: "cut off" }]);
  hanging.close(true);
  expect(lines()).toHaveLength(1);
});

test("a file has none, unless it failed", () => {
  const [found, missing] = [aRequest({}, "file"), aRequest({}, "file")];
  found.close(true);
  missing.response.statusCode = 404;
  missing.close(true);
  expect(lines()).toMatchObject([{ status: 404 }]);
});

test("what libraries write to the console are lines too, bounded in length and number", () => {
  const methods = { ...console };
  const warnings = process.listeners("warning") as ((warning: Error) => void)[];
  try {
    logConsole();
    console.error(
      "\u001b[31m⨯\u001b[39m unhandledRejection:",
      new Error("Failed query: select 1\nparams: asha@mithaas.test"),
    );
    console.warn("x".repeat(10_000));
    for (let i = 0; i < 1_000; i++) console.error("The same again.");
    const [fault, long, same, ...more] = lines();
    expect(fault).toMatchObject({ level: "error", where: "console", text: "⨯ unhandledRejection:" });
    expect(fault.error).toBe("Error: Failed query: select 1");
    expect(JSON.stringify(fault)).not.toContain("asha");
    expect(long).toMatchObject({ level: "warn", text: "x".repeat(500) });
    expect([same.text, more]).toEqual(["The same again.", []]);
    for (let i = 0; i < 1_000; i++) console.warn(`Made up: ${i}`);
    expect(lines()).toHaveLength(49);
    console.error("Not hidden by them.");
    expect(lines()).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(lines()).toMatchObject([{ level: "warn", where: "console", state: "repeated", count: 999 + 951 }]);
    console.error("The same again.");
    expect(lines()).toHaveLength(1);
  } finally {
    Object.assign(console, methods);
    process.removeAllListeners("warning");
    for (const listener of warnings) process.on("warning", listener);
  }
});
