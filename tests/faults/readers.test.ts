// nightly: waits up to a minute for clients that read nothing; guards server/overload.ts, server/main.ts, server/stored.ts, app/admin/orders/export
// How long a client is kept that reads slowly or not at all.
import { expect, test } from "vitest";
import { sql } from "../support/sql";
import { expectNothingLeft, METRICS_TOKEN } from "./attack";
import { get, nonReaders, readInPieces } from "./attack-clients";
import { anInstance, anOwner, cookieOf } from "./shop";

const KB = 1024;
/** Rows of the export of orders, of 5 KB each: far more than the system takes from the shop for a client that does not read. */
const EXPORTED = 5_000;

test("who reads nothing is ended, while who reads slowly but steadily gets a large answer whole", {
  timeout: 300_000,
}, async () => {
  const shop = await anInstance({ METRICS_TOKEN });
  const cookie = await cookieOf(await anOwner(shop));
  await sql`insert into orders (channel, total, notes) select 'counter', 10000, repeat('x', 5000) from generate_series(1, ${EXPORTED})`;
  // As many as a connection may have on their way, and more.
  const bundle = get(shop, "/api/docs/swagger-ui-bundle.js");
  const silent = await Promise.all([8, 12].map((each) => nonReaders(shop, 60, bundle.repeat(each))));
  const path = "/admin/orders/export";
  const unread = await nonReaders(shop, 1, get(shop, path, `Cookie: ${cookie}`));
  let isRead = false;
  // For a minute: twice as long as anybody is kept who reads nothing.
  const reading = readInPieces(shop, path, cookie, (EXPORTED * 5 * KB) / 30, 2_000).finally(() => (isRead = true));

  const ended = await Promise.allSettled([...silent, unread].map((group) => group.ended(120_000)));
  expect.soft(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect.soft(isRead).toBe(false);
  const { status, isWhole, lines } = await reading;
  expect([status, isWhole, lines > EXPORTED]).toEqual([200, true, true]);
  await expectNothingLeft(shop);
});
