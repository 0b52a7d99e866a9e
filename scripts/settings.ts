import path from "node:path";
import { type Environment, parseEnv } from "@/lib/env";
import { CliError } from "./processes.mjs";

/**
 * The settings of the environment, `DATA_DIR` made absolute. Throws a CliError with a line for each that is wrong.
 * @param serving false for commands that only touch the database and therefore need no `AUTH_SECRET`
 */
export function readSettings(serving = false): Environment {
  const parsed = parseEnv(process.env, serving);
  if (!parsed.ok) throw new CliError(`Some settings are wrong:\n${parsed.lines.map((line) => `  ${line}`).join("\n")}`);
  return { ...parsed.settings, DATA_DIR: path.resolve(parsed.settings.DATA_DIR) };
}
