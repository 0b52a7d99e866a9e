// Jobs delete in bounded batches: what one run leaves, the next one finds, and what is still needed stays.
import { beforeEach, expect, test } from "vitest";
import { deleteOldCarts } from "@/lib/cart/commands";
import { settleOldMessages } from "@/lib/messages/outbox-commands";
import { purgeExpired } from "@/lib/people/privacy-commands";
import { hold } from "../support/database";
import { aCustomer } from "../support/factories";
import { sql } from "../support/sql";

beforeEach(() => sql`truncate rate_limits, idempotency_keys, password_resets, messages, cart_lines, carts`);

const count = async (table: string) => (await sql`select count(*)::int as rows from ${sql(table)}`)[0]?.rows;

test("expired limits, keys, links and sessions go, and those that are valid stay", async () => {
  const { id } = await aCustomer();
  await sql`insert into rate_limits select 'old:' || n, 1, now() - interval '1 second' from generate_series(1, 20600) n`;
  await sql`insert into rate_limits values ('new', 1, now() + interval '1 hour')`;
  for (const [key, age] of [
    ["old", "24 hours"],
    ["new", "23 hours"],
  ] as const)
    await sql`insert into idempotency_keys values ('user:1', ${key}, '', 201, '{"json": "{}"}', now() - ${age}::interval)`;
  for (const [key, left] of [
    ["old", "0 minutes"],
    ["new", "1 hour"],
  ] as const) {
    await sql`insert into password_resets values (${key}, ${id}, now(), now() + ${left}::interval)`;
    await sql`insert into sessions (token_hash, user_id, kind, expires_at) values (${key}, ${id}, 'api', now() + ${left}::interval)`;
  }
  await purgeExpired();
  expect(await count("rate_limits")).toBe(601);
  await purgeExpired();
  expect([...(await sql`select key from rate_limits`)]).toEqual([{ key: "new" }]);
  expect([...(await sql`select key from idempotency_keys`)]).toEqual([{ key: "new" }]);
  expect([...(await sql`select token_hash from password_resets`)]).toEqual([{ token_hash: "new" }]);
  expect([...(await sql`select token_hash from sessions where user_id = ${id}`)]).toEqual([{ token_hash: "new" }]);
});

test("a row that somebody has locked waits for the next run, which waits for nobody", async () => {
  await sql`insert into rate_limits values ('locked', 1, now() - interval '1 second'), ('free', 1, now() - interval '1 second')`;
  const { release } = await hold((on) => on`select 1 from rate_limits where key = 'locked' for update`);
  await purgeExpired();
  expect([...(await sql`select key from rate_limits`)]).toEqual([{ key: "locked" }]);
  await release();
  await purgeExpired();
  expect(await count("rate_limits")).toBe(0);
});

test("500 old carts go in a run", async () => {
  await sql`insert into carts (token_hash, updated_at) select 'old' || n, now() - interval '31 days' from generate_series(1, 520) n`;
  await sql`insert into carts (token_hash) values ('new')`;
  expect(await deleteOldCarts()).toBe(500);
  expect(await deleteOldCarts()).toBe(20);
  expect([...(await sql`select token_hash from carts`)]).toEqual([{ token_hash: "new" }]);
});

test("messages that waited too long for a mail server are settled in steps", async () => {
  await sql`insert into messages (kind, event, at) select 'sold_out', 'old:' || n, now() - interval '3 days' from generate_series(1, 20600) n`;
  await sql`insert into messages (kind, event) values ('sold_out', 'new')`;
  const waiting = async () => (await sql`select count(*)::int as rows from messages where state = 'waiting'`)[0]?.rows;
  await settleOldMessages(true);
  expect(await waiting()).toBe(601);
  await settleOldMessages(true);
  expect(await waiting()).toBe(1);
});
