// The people and sweets of a test, on a shop that is open.
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { expect } from "vitest";
import { hashToken, newToken } from "@/lib/auth/tokens";
import type { Buyer } from "./load";
import type { Addresses } from "./proxies";

async function call(url: string, where: string, body: object, token?: string): Promise<any> {
  const response = await fetch(url + where, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const answer: any = await response.json();
  expect([response.status < 300, answer.message]).toEqual([true, undefined]);
  return answer;
}

/** An owner who is signed in by the shop, and buyers who are signed in by the database alone: their passwords would take a while. */
export async function makePeople(
  url: string,
  at: Pick<Addresses, "direct">,
  count: number,
): Promise<{ owner: string; buyers: Buyer[] }> {
  // Before the first import of what reads it.
  process.env.DATABASE_URL = at.direct;
  const [{ ensureAdmin }, factories, { closePools }] = await Promise.all([
    import("@/lib/people/admin-commands"),
    import("../../support/factories"),
    import("@/db/client"),
  ]);
  const login = { email: "owner@mithaas.test", password: randomBytes(8).toString("hex") };
  await ensureAdmin(login.email, login.password);
  const people = await factories.customers(count);
  await closePools();
  const buyers = people.map(({ id }) => ({ id, token: newToken() }));
  // With the columns that every version has: rolling-upgrade.test.ts may begin with an older one.
  const sql = postgres(at.direct, { max: 1, onnotice: () => {} });
  for (const { id, token } of buyers)
    await sql`insert into sessions (token_hash, user_id, kind, expires_at)
      values (${hashToken(token)}, ${id}, 'api', now() + interval '1 day')`;
  await sql.end();
  const { accessToken } = await call(url, "/api/auth/login", login);
  return { owner: accessToken, buyers };
}

export async function makeSweets(
  url: string,
  owner: string,
  count: number,
  stock: number,
): Promise<{ id: number; slug: string }[]> {
  const sweets = [];
  for (let i = 0; i < count; i++) {
    const name = `Sweet ${randomBytes(5).toString("hex")}`;
    sweets.push(
      await call(url, "/api/sweets", { name, category: "Cakes", description: "For a test.", price: 100, stock }, owner),
    );
  }
  return sweets;
}
