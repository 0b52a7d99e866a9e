import { driver, readDb, writeDb } from "@/db/client";
import type { Ready } from "@/db/write-slots";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { endSessions } from "@/lib/auth/session";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { AppError, notFound } from "@/lib/errors";
import { hashPassword } from "./password";

/** Minutes for which a link to a new password works (decisions §2). */
export const RESET_MINUTES = 60;

const LINK_DEAD = "This link is no longer valid. Please ask us for a new one.";

/** A one-time link's secret for a customer, to hand over; an earlier one stops working. Admins only; `not_found`. */
export async function createReset(actor: Actor, userId: number): Promise<string> {
  assertAdmin(actor);
  const token = newToken();
  await writeDb().transaction(async (tx) => {
    const [user] = await driver(tx)`select 1 from users where id = ${userId} and role = 'customer' for key share`;
    if (!user) throw notFound("Customer not found.");
    await driver(tx)`delete from password_resets where user_id = ${userId}`;
    await driver(tx)`insert into password_resets (token_hash, user_id, expires_at)
             values (${hashToken(token)}, ${userId}, now() + ${RESET_MINUTES} * interval '1 minute')`;
  });
  return token;
}

/** Whether a link still works, for its page. */
export async function isResetLive(token: string): Promise<boolean> {
  const rows = await driver(
    readDb(),
  )`select 1 from password_resets where token_hash = ${hashToken(token)} and expires_at > now()`;
  return rows.length > 0;
}

/** What is left to write sets the password that the link was made for, once, and ends every session and token. `not_found` for a dead link. */
export async function resetPassword(token: string, password: string): Promise<Ready<void>> {
  // Who made a link up gets no hash for it.
  if (!(await isResetLive(token))) throw new AppError("not_found", LINK_DEAD);
  const passwordHash = await hashPassword(password);
  return (db) =>
    db.transaction(async (tx) => {
      const [used] = await driver(tx)`
        delete from password_resets where token_hash = ${hashToken(token)} and expires_at > now() returning user_id`;
      if (!used) throw new AppError("not_found", LINK_DEAD);
      await driver(tx)`update users set password_hash = ${passwordHash}, updated_at = now() where id = ${used.user_id}`;
      await endSessions(used.user_id as number, tx);
    });
}
