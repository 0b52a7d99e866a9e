// The start's own steps in TypeScript, in one process: check the environment, then (with the database's address) migrate, seed, admin.
// Its parent is scripts/start.ts: they speak by messages, so that PostgreSQL starts while these modules load.
import { type Settings, toEnvironment } from "@/lib/env";
import { failWith } from "./failures";
import { readSettings } from "./settings";

async function main() {
  const settings = readSettings(true);
  const answer = new Promise<Record<string, string>>((resolve) =>
    process.once("message", (message: { environment: Record<string, string> }) => resolve(message.environment)),
  );
  process.once("disconnect", () => process.exit(1)); // the start is gone
  process.send?.({ settings: toEnvironment(settings) });

  const storage = settings.S3_ENDPOINT ? checkPictures(settings) : undefined;
  storage?.catch(() => {}); // reported below
  const [{ migrate }, { seed }] = await Promise.all([import("@/db/migrate"), import("@/db/seed/seed")]);
  Object.assign(process.env, await answer);
  // Before the database is changed: a start with wrong settings changes nothing.
  const warning = await storage;
  if (warning) console.log(warning);
  const url = settings.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? "";
  await migrate(url, console.log);
  if (settings.SEED) await seed(url, console.log);
  const { ensureAdmin } = await import("@/lib/accounts/admin-commands");
  process.send?.({ admin: await ensureAdmin(settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD) }, () => process.exit(0));
}

/** Null when pictures can be stored, else a line about what is in the way just now. Throws the line when settings are wrong. */
async function checkPictures(settings: Settings): Promise<string | null> {
  const [{ s3Settings }, { checkStorage }] = await Promise.all([
    import("@/lib/images/configured-storage"),
    import("./s3-check"),
  ]);
  const s3 = s3Settings(settings);
  return s3 && checkStorage(s3);
}

main().catch(failWith);
