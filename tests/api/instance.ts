import fs from "node:fs";
import path from "node:path";
import { freePort } from "@/scripts/ports";
import { startShop, stopShop } from "@/scripts/shop";
import { unique } from "./shop";

/**
 * One more instance of the build, with the pictures of the worker's shop.
 * @param env what is other than there; APP_URL is where it listens, unless it says otherwise
 * @returns where it listens, what reads its log, and what ends it
 */
export async function anInstance(env: Record<string, string | undefined>) {
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  const log = path.join(path.dirname(process.env.TEST_SHOP_LOG ?? ""), `server-${unique("api-")}.log`);
  const own = { PORT: port, APP_URL: address, DATA_DIR: process.env.TEST_SHOP_DATA_DIR, RATE_LIMIT: "off", ...env };
  const { child, ready } = startShop(process.env.TEST_BUILD ?? "", { ...process.env, ...own }, log);
  if (!(await ready)) throw new Error(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
  return { address, log: () => fs.readFileSync(log, "utf8"), stop: () => stopShop(child) };
}
