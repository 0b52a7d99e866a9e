import { randomUUID } from "node:crypto";
import { faultCode } from "@/lib/errors";

/** The id of a request: what its header `X-Request-Id` brings when that is well-formed, else a new one. */
export const requestIdOf = (given: string | string[] | null | undefined): string =>
  typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();

type Line = Record<string, string | number | null | undefined>;

/** One line on standard output: JSON, or on a terminal what a person can read. Never given a password, token, e-mail, phone or address. */
export function logLine(line: Line): void {
  const text = process.stdout.isTTY ? readable(line) : JSON.stringify({ at: new Date().toISOString(), ...line });
  if (text !== undefined) process.stdout.write(`${text}\n`);
}

/**
 * The line for a terminal; undefined for requests that were only to read and did not fail, and for what libraries tell. Otherwise a few
 * clicks would carry away the accounts that a first start has printed.
 */
export function readable(line: Line, now = new Date()): string | undefined {
  const { level, requestId: _, ms, stack, ...rest } = line;
  const reads = ["GET", "HEAD", "OPTIONS"].includes(String(rest.method)) && Number(rest.status) < 400;
  if (level === "info" && (reads || rest.where === "console")) return undefined;
  const time = now.toLocaleTimeString("en-GB");
  const parts = [time, level === "info" ? "" : level, ...Object.values(rest), ms === undefined ? "" : `${ms} ms`];
  const text = parts.filter((part) => part !== "" && part !== null && part !== undefined).join(" ");
  const frames = String(stack ?? "")
    .split(" | ")
    .filter(Boolean)
    .map((frame) => `\n    ${frame}`);
  return text.replace(/\p{Cc}+/gu, " ") + frames.join("");
}

// A data exception (SQLSTATE class 22) quotes what was sent.
const withoutValues = (error: Error) => {
  const [line = ""] = error.message.split("\n");
  return faultCode(error)?.startsWith("22") ? line.replace(/".*"/, '"…"') : line;
};

/** What a line says of an error. A wrapped database error is described without the values it carried. */
export function describeFault(error: unknown) {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(inner instanceof Error)) return { code: faultCode(error), error: typeof inner };
  const frames = inner.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    code: faultCode(error),
    error: `${inner.name}: ${withoutValues(inner)}`,
    stack: frames
      ?.slice(0, 7)
      .map((frame) => frame.trim())
      .join(" | "),
  };
}

/** An unexpected failure, once, with its request id. */
export function logFault(error: unknown, requestId: string, where: string): void {
  logLine({ level: "error", requestId, where, ...describeFault(error) });
}
