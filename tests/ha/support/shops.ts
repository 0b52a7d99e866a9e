// The built shop as several processes on one database.
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { freePort } from "@/scripts/ports";
import { startShop, stopShop } from "@/scripts/shop";
import { endLater, makeFolder } from "./programs";
import type { Addresses } from "./proxies";

const build = process.env.TEST_BUILD ?? "";
if (!build) throw new Error("These tests need the built shop: run them with npm run test:ha");

export type Shop = { port: number; log: string; child: ChildProcess; stop: () => Promise<void> };

/** The settings of a shop behind a proxy at `appUrl`. Its limits are off: all the callers of a test have one address. */
export const shopEnvironment = (at: Pick<Addresses, "pooled" | "direct">, appUrl: string, port: number) => ({
  ...process.env,
  DATABASE_URL: at.pooled,
  DATABASE_DIRECT_URL: at.direct,
  APP_URL: appUrl,
  PORT: String(port),
  HOST: "127.0.0.1",
  DATA_DIR: makeFolder("data"),
  TRUST_PROXY: "on",
  RATE_LIMIT: "off",
});

/** Starts a shop of the build on a migrated database. */
export async function startBuiltShop(
  at: Pick<Addresses, "pooled" | "direct">,
  appUrl: string,
  extra: Record<string, string> = {},
): Promise<Shop> {
  const port = await freePort();
  const log = path.join(makeFolder("shops"), `${port}.log`);
  const { child, ready } = startShop(build, { ...shopEnvironment(at, appUrl, port), ...extra }, log);
  if (child.pid) endLater(`process ${child.pid}`);
  if (!(await ready)) throw new Error(`The shop does not start: ${log}`);
  return { port, log, child, stop: () => stopShop(child) };
}
