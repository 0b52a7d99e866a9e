/*
 * Spans of this process, when server/tracing.ts has been started; without it each function here is one look at a variable.
 * OpenTelemetry is behind it because it is loaded only when somebody wants traces.
 */
import type { IncomingHttpHeaders } from "node:http";
import { onePerProcess } from "./one-per-process";

type Attributes = Record<string, string | number>;

export type Tracing = {
  /**
   * Does `work`, which answers a request to a route of the API, in a span that is below the caller's, if the headers name one. For
   * other requests Next.js makes such spans.
   */
  serve: <T extends { status: number }>(
    method: string,
    route: string,
    headers: IncomingHttpHeaders,
    work: () => Promise<T>,
  ) => Promise<T>;
  /** Starts a span below the current one; what it gives ends the span, with the error if there was one. */
  start: (name: string, attributes: Attributes) => (error?: unknown) => void;
  /** Does `work` in a span, so that spans that start meanwhile are below it. */
  run: <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;
  traceId: () => string | undefined;
  stop: () => Promise<void>;
};

const state = onePerProcess("tracing", (): { tracing?: Tracing } => ({}));

export const setTracing = (tracing: Tracing): void => {
  state.tracing = tracing;
};

/** Undefined without traces. */
export const currentTracing = (): Tracing | undefined => state.tracing;

export const traced = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  state.tracing ? state.tracing.run(name, attributes, work) : work();

/** The id of the trace that the current request belongs to, for its log line. */
export const traceId = (): string | undefined => state.tracing?.traceId();
