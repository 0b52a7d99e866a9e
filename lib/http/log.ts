import { randomUUID } from "node:crypto";
import { faultCode } from "@/lib/errors";

/** The id of a request: what its header `X-Request-Id` brings when that is well-formed, else a new one. */
export const requestIdOf = (given: string | string[] | null | undefined): string =>
  typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();

/** One line of JSON on standard output. Never given a password, token, e-mail, phone or address. */
export function logLine(line: Record<string, string | number | null | undefined>): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}

// A data exception (SQLSTATE class 22) quotes what was sent.
const withoutValues = (error: Error) => {
  const [line = ""] = error.message.split("\n");
  return faultCode(error)?.startsWith("22") ? line.replace(/".*"/, '"…"') : line;
};

/** An unexpected failure, once, with its request id. A wrapped database error is logged without the values it carried. */
export function logFault(error: unknown, requestId: string, where: string): void {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  logLine({
    level: "error",
    requestId,
    where,
    code: faultCode(error),
    error: inner instanceof Error ? `${inner.name}: ${withoutValues(inner)}` : typeof inner,
    stack:
      inner instanceof Error
        ? inner.stack
            ?.split("\n")
            .slice(1, 8)
            .map((frame) => frame.trim())
            .join(" | ")
        : undefined,
  });
}
