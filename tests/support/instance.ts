// Another instance of the built shop, for browser tests whose shop is set up otherwise than the one that they share.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startShop, stopShop } from "../../scripts/shop";

/** Starts it, and ends it when `use` has ended, which is given what reads its log. */
export async function withInstance(env: Record<string, string | undefined>, use: (log: () => string) => Promise<void>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-instance-"));
  const log = path.join(folder, "server.log");
  const read = () => fs.readFileSync(log, "utf8");
  // Its pictures are those of the shared one.
  const shared = { ...process.env, DATA_DIR: process.env.TEST_SHOP_DATA_DIR, RATE_LIMIT: "off" };
  const { child, ready } = startShop(process.env.TEST_BUILD ?? "", { ...shared, ...env }, log);
  if (!(await ready)) throw new Error(`The shop does not start:\n${read()}`);
  await use(read);
  await stopShop(child);
  fs.rmSync(folder, { recursive: true, force: true });
}
