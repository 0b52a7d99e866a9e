/*
 * One line of the log for each request, when it has ended: route, status, milliseconds, and what its work has noted of it
 * (lib/request-facts.ts). Files are the exception: of them only what failed has a line, and those in memory never come here.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { logLine, requestIdOf } from "@/lib/http/log";
import { type RequestFacts, requestFacts } from "@/lib/request-facts";
import type { RouteLabel } from "./route-labels";

/** The status of a request whose client went before it had the whole answer, as nginx calls it. */
export const CLIENT_GONE = 499;
/** No request takes so long by itself: either the shop hangs, or its client sends or reads slowly. */
const SLOW_MS = 15_000;

type Open = RequestFacts & { method: string | undefined; route: string; kind?: string; action?: string; since: number };
/** Requests whose line is still to be written, and those of them that have been named as slow. */
const open = new Set<Open>();
const slow = new WeakSet<Open>();

const write = (
  level: "info" | "warn",
  { since, requestId, ...facts }: Open,
  end: { status?: number; state?: string },
) => logLine({ level, requestId, ...facts, ...end, ms: Math.round((performance.now() - since) * 10) / 10 });

/**
 * Has the line of a request written. It waits for the work too: when a client goes, what it asked for may still be done.
 * @returns does the work of the request, which its facts are of
 */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { route, group }: RouteLabel,
  actionName: (id: string) => string | undefined,
) {
  const { method, headers } = request;
  const line: Open = { requestId: requestIdOf(headers["x-request-id"]), method, route, since: performance.now() };
  headers["x-request-id"] = line.requestId; // for what else is logged of it
  if (group !== "api" && group !== "file") {
    line.kind = method === "POST" ? "action" : headers.rsc ? "data" : "page";
    line.action = actionName(String(headers["next-action"]));
  }
  open.add(line);
  let waitsFor = 1;
  const end = () => {
    if (--waitsFor > 0) return;
    open.delete(line);
    const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
    if (group !== "file" || status >= 400) write("info", line, { status });
  };
  response.once("close", end);
  return (work: () => Promise<void>) => {
    waitsFor++;
    return requestFacts.run(line, work).finally(end);
  };
}

/** A request that hangs leaves a line as well, and so does one that the end of the process cuts off. */
export function logUnended(): void {
  setInterval(() => {
    for (const line of open)
      if (performance.now() - line.since > SLOW_MS && !slow.has(line)) {
        slow.add(line);
        write("warn", line, { state: "in progress" });
      }
  }, 1_000).unref();
  process.once("exit", () => {
    for (const line of open) write("warn", line, { state: "cut off" });
  });
}
