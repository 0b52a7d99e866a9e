/*
 * What Next.js and other libraries write to the console, as lines of the log. Some of it anybody can cause with a header, so texts are
 * bounded in length and in number.
 */
import { format, stripVTControlCharacters } from "node:util";
import { describeFault, logLine } from "@/lib/http/log";
import { requestFacts } from "@/lib/request-facts";

const LEVELS = { debug: "info", log: "info", info: "info", warn: "warn", error: "error" } as const;
const MAX_LENGTH = 500;
/**
 * Different texts of one level in a minute. Each is written once, and the number of the others when the minute is over. Levels are counted
 * apart: anybody can cause warnings, which must not hide errors.
 */
const MAX_TEXTS = 50;
const MINUTE_MS = 60_000;

/** Turns everything that is written to the console from now on, and Node's own warnings, into lines of the log. */
export function logConsole(): void {
  const texts = { info: new Set<string>(), warn: new Set<string>(), error: new Set<string>() };
  let leftOut = 0;
  const write = (level: keyof typeof texts, parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    const others = parts.filter((part) => !(part instanceof Error));
    const text =
      stripVTControlCharacters(format(...others))
        .trim()
        .slice(0, MAX_LENGTH) || undefined;
    const fault = error && describeFault(error);
    const key = `${text} ${fault?.error}`;
    const known = texts[level];
    if (known.has(key) || known.size >= MAX_TEXTS) return void leftOut++;
    known.add(key);
    const { requestId } = requestFacts.getStore() ?? {};
    logLine({ level, requestId, where: "console", text, ...fault, error: fault?.error.slice(0, MAX_LENGTH) });
  };
  for (const [name, level] of Object.entries(LEVELS))
    console[name as keyof typeof LEVELS] = (...parts) => write(level, parts);
  process.removeAllListeners("warning").on("warning", (warning) => write("warn", [warning]));
  setInterval(() => {
    if (leftOut > 0) logLine({ level: "warn", where: "console", state: "repeated", count: leftOut });
    for (const known of Object.values(texts)) known.clear();
    leftOut = 0;
  }, MINUTE_MS).unref();
}
