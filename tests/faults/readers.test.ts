// How long a client is kept that reads slowly or not at all. Slow: it waits for the minute after which the shop ends a connection whose
// client reads nothing; it needs no processor meanwhile, so that it runs beside the browser's part.
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { sql } from "../support/sql";
import { expectNothingLeft, METRICS_TOKEN } from "./attack";
import { get, nonReaders, readInPieces } from "./attack-clients";
import { anInstance, anOwner } from "./shop";

const KB = 1024;
/** Rows of the export of orders, of 5 KB each: far more than the system takes from the shop for a client that does not read. */
const EXPORTED = 5_000;

test("who reads nothing is ended within a minute; who reads slowly but steadily gets a large answer whole", {
  timeout: 180_000,
}, async () => {
  const shop = await anInstance({ METRICS_TOKEN });
  const salt = "authjs.session-token";
  const sid = await anOwner(shop);
  const cookie = `${salt}=${await encode({ token: { sid }, secret: process.env.AUTH_SECRET ?? "", salt })}`;
  await sql`insert into orders (channel, total, notes) select 'counter', 10000, repeat('x', 5000) from generate_series(1, ${EXPORTED})`;
  // As many as a connection may have on their way, and more.
  const bundle = get(shop, "/api/docs/swagger-ui-bundle.js");
  const silent = await Promise.all([8, 12].map((each) => nonReaders(shop, 60, bundle.repeat(each))));
  const path = "/admin/orders/export";
  const reading = readInPieces(shop, path, cookie, (EXPORTED * 5 * KB) / 23, 2_000);
  const unread = await nonReaders(shop, 1, get(shop, path, `Cookie: ${cookie}`));

  const ended = await Promise.allSettled([...silent, unread].map((group) => group.ended(60_000)));
  const answer = await reading;
  console.log("ended after:", ended, "read:", answer);
  expect.soft(ended.map(({ status }) => status)).not.toContain("rejected");
  expect.soft(answer).toMatchObject({ status: 200, isWhole: true });
  expect.soft(answer.lines).toBeGreaterThan(EXPORTED);
  expect(answer.ms).toBeGreaterThan(40_000);
  await expectNothingLeft(shop);
});
