// The data folder: made private, with the secret that is created once and stored in it.
import { hkdfSync, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { CliError } from "./processes.mjs";

/** Makes the folder, or fails with a clear line when this user cannot write there. @param dataDir absolute */
export function makeDataFolder(dataDir: string) {
  try {
    make(dataDir);
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const { message } = error as Error;
    throw new CliError(
      `DATA_DIR: ${dataDir} cannot be used (${message}); accepted: a folder that this user can write to`,
    );
  }
}

/** Not mkdir's own recursion, which never ends in /proc. */
function make(folder: string) {
  if (fs.existsSync(folder)) {
    if (fs.statSync(folder).isDirectory()) return;
    throw new Error("it is a file");
  }
  make(path.dirname(folder));
  fs.mkdirSync(folder);
  // Nobody else's business; but root's PostgreSQL passes through it as another user.
  fs.chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** `AUTH_SECRET` of a shop on the embedded database: created at its first start, then stored. @param dataDir absolute */
export function keptSecret(dataDir: string) {
  const file = path.join(dataDir, "secret");
  try {
    const stored = fs.readFileSync(file, "utf8").trim();
    if (stored.length >= 32) return stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const made = randomBytes(32).toString("base64url");
  fs.writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Next's key for what server actions close over: the same in every build and instance that shares the secret. */
export const actionsKey = (authSecret: string) =>
  Buffer.from(hkdfSync("sha256", authSecret, "", "mithaas server actions", 32)).toString("base64");
