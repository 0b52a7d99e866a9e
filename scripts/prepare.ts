// The start's own steps, in one process that ends when they are done: check the environment, then (with the database's address) migrate,
// seed, admin, build, and when the server listens its first pages. Its parent is scripts/start.ts: they speak by messages, so that
// PostgreSQL starts while these modules load.
import { type Environment, toEnvironment } from "@/lib/env";
import { failWith } from "./failures";
import { endAll } from "./processes.mjs";
import { build } from "./production-build";
import { readSettings } from "./settings";
import { renderFirstPage, warmUp } from "./shop";

/** What the start says, in this order: where the database is, and at which address on this machine the shop listens. */
export type Order = { environment: Record<string, string> } | { address: string };
/**
 * The messages of the preparation, in this order: the checked settings; a line about the admin, with the samples that are left and the
 * folder of the build; the end.
 */
export type Report =
  | { settings: Record<string, string> }
  | { admin: string; samples: string[]; folder: string }
  | { isOpen: true };

/** With reload there is no build. */
const dev = process.argv.includes("--dev");
let leaving = false;

const report = (message: Report) => new Promise((resolve) => process.send?.(message, resolve));
const nextOrder = (): Promise<Order> => new Promise((resolve) => process.once("message", resolve));

async function main() {
  const settings = readSettings(true);
  const started = nextOrder();
  process.once("SIGTERM", leave);
  process.once("disconnect", leave);
  void report({ settings: toEnvironment(settings) });

  const storage = settings.S3_ENDPOINT ? checkPictures(settings) : undefined;
  storage?.catch(() => {}); // reported below
  const [{ migrate }, { seed }] = await Promise.all([import("@/db/migrate"), import("@/db/seed/seed")]);
  const { environment } = (await started) as { environment: Record<string, string> };
  Object.assign(process.env, environment);
  // Before the database is changed: a start with wrong settings changes nothing.
  const warning = await storage;
  if (warning) console.log(warning);
  const url = settings.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? "";
  await migrate(url, console.log);
  if (settings.SEED) await seed(url, console.log);
  const { ensureAdmin } = await import("@/lib/people/admin-commands");
  const admin = await ensureAdmin(settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD);
  const { samplesLeft } = await import("@/lib/settings/queries");
  const samples = await samplesLeft();
  if (dev) {
    await report({ admin, samples, folder: "" });
    process.exit(0);
  }
  // Later starts keep the build for as long as this one is there.
  const folder = await build(process.ppid);
  const listening = nextOrder();
  void report({ admin, samples, folder });
  const { address } = (await listening) as { address: string };
  await renderFirstPage(address);
  void report({ isOpen: true });
  await warmUp(address);
  process.exit(0);
}

/** Null when pictures can be stored, else a line about what is in the way just now. Throws the line when settings are wrong. */
async function checkPictures(settings: Environment): Promise<string | null> {
  const [{ s3Settings }, { checkStorage }] = await Promise.all([
    import("@/lib/images/configured-storage"),
    import("./s3-check"),
  ]);
  const s3 = s3Settings(settings);
  return s3 && checkStorage(s3);
}

/** When the start stops, or is gone. A build runs in a group of its own, which nothing else would end. */
function leave() {
  leaving = true;
  void endAll(2_000).then(() => process.exit(1));
}

main().catch((error) => {
  if (!leaving) failWith(error);
});
