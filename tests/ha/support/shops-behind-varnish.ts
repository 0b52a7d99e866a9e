// Shops behind a Varnish, and a second endpoint of theirs that takes down what they purge.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@/scripts/ports";
import { startShop, stopShop } from "@/scripts/shop";
import { endLater, makeFolder } from "./programs";
import { ask } from "./varnish";

/** What the shops purge, as an endpoint beside Varnish receives it. */
export const purges: { shop: string; tags: string[] }[] = [];
const recorder = createServer((request, response) => {
  purges.push({ shop: request.url ?? "", tags: request.headers.xkey?.toString().split(" ") ?? [] });
  response.end();
});

/** Before the first shop. */
export const startRecorder = (): Promise<void> =>
  new Promise((resolve) => recorder.listen(0, "127.0.0.1", () => resolve()));
export const stopRecorder = (): void => void recorder.close();

export type Shop = { port: number; log: string; stop: () => Promise<void> };

/** A shop behind the Varnish at a port. @param name under which it purges at the recorder */
export async function aShop(database: string, front: number, token: string, name: string): Promise<Shop> {
  const own = await freePort();
  const log = `${makeFolder("shops")}/${own}.log`;
  const environment = {
    ...process.env,
    DATABASE_URL: database,
    APP_URL: `http://localhost:${front}`,
    PORT: String(own),
    HOST: "127.0.0.1",
    DATA_DIR: makeFolder("data"),
    TRUST_PROXY: "on",
    RATE_LIMIT: "off",
    CDN_PURGE: "varnish",
    CDN_PURGE_URL: `http://127.0.0.1:${front}/, http://127.0.0.1:${(recorder.address() as AddressInfo).port}${name}`,
    CDN_PURGE_TOKEN: token,
  };
  const { child, ready } = startShop(process.env.TEST_BUILD ?? "", environment, log);
  if (child.pid) endLater(`process ${child.pid}`);
  if (!(await ready)) throw new Error(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
  return { port: own, log, stop: () => stopShop(child) };
}

/** The token of an owner who is signed in. */
export async function anOwner(shop: Shop, database: string): Promise<string> {
  process.env.DATABASE_URL = database; // before the first import of what reads it
  const [{ ensureAdmin }, { closePools }] = await Promise.all([
    import("@/lib/accounts/admin-commands"),
    import("@/db/client"),
  ]);
  const login = { email: "owner@mithaas.test", password: randomBytes(8).toString("hex") };
  await ensureAdmin(login.email, login.password);
  await closePools();
  const headers = { "content-type": "application/json" };
  const { text } = await ask(shop.port, "/api/auth/login", {
    method: "POST",
    headers,
    body: JSON.stringify(login),
  });
  return JSON.parse(text).accessToken;
}
