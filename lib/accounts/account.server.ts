import { asc, eq } from "drizzle-orm";
import { driver, type Executor, readDb } from "@/db/client";
import { orders } from "@/db/schema";
import type { Ready } from "@/db/write-slots";
import { type Actor, assertCustomer, assertUser, type User } from "@/lib/auth/actor";
import { endSessions, startSession } from "@/lib/auth/session";
import { AppError, notFound } from "@/lib/errors";
import { selectOrders } from "@/lib/orders/order-select";
import { customerOrder } from "@/lib/orders/view";
import { throttledVerify } from "./login-throttle";
import { fits, hashPassword } from "./password";
import type { SessionStart } from "./server";
import { countedAs, remember } from "./trusted-device";

export type SessionView = {
  id: number;
  kind: "browser" | "api";
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  /** The session that asks. */
  current: boolean;
};

const iso = (value: unknown) => new Date(value as string).toISOString();

/** The live sessions of the actor, the one that asks first. */
export async function listSessions(actor: Actor): Promise<SessionView[]> {
  assertUser(actor);
  const rows = await driver(readDb())`
    select id, kind, user_agent, created_at, last_seen_at, expires_at from sessions
    where user_id = ${actor.id} and expires_at > now() order by id = ${actor.sessionId} desc, last_seen_at desc, id desc limit 100`;
  return rows.map((row) => ({
    id: row.id as number,
    kind: row.kind as SessionView["kind"],
    userAgent: row.user_agent as string | null,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
    expiresAt: iso(row.expires_at),
    current: row.id === actor.sessionId,
  }));
}

/** Ends one of the actor's own sessions; `not_found` for anybody else's. */
export async function endOwnSession(actor: Actor, sessionId: number): Promise<void> {
  assertUser(actor);
  const rows = await driver(
    readDb(),
  )`delete from sessions where id = ${sessionId} and user_id = ${actor.id} returning id`;
  if (rows.length === 0) throw notFound("Session not found.");
}

export async function changeName(actor: Actor, name: string): Promise<void> {
  assertUser(actor);
  await driver(readDb())`update users set name = ${name}, updated_at = now() where id = ${actor.id}`;
}

function wrongPassword(path: string): AppError {
  const message = "This password is not correct.";
  return new AppError("invalid", message, { errors: [{ path, message }] });
}

/** What a password is checked with: whom a wrong one counts for, as at a login. */
type Trial = Pick<SessionStart, "known" | "address">;

/** The hash that a password was right for. A wrong one counts as a wrong try at a login does. */
async function checkPassword(user: User, password: string, path: string, { known = null, address }: Trial) {
  const [row] = await driver(readDb())`select password_hash from users where id = ${user.id}`;
  const hash = row?.password_hash as string | undefined;
  const suspects = { account: countedAs(user.email, hash, known), address };
  const right = await throttledVerify(suspects, () => fits(password, hash));
  if (!right || hash === undefined) throw wrongPassword(path);
  return hash;
}

/**
 * What is left to write sets a new password and ends every session, token and reset link; it answers the secret of the session that
 * goes on in this browser, and the browser's marks of accounts. `invalid` when the current password is wrong, `rate_limited` after too many of these.
 */
export async function changePassword(
  actor: Actor,
  current: string,
  next: string,
  start: Pick<SessionStart, "userAgent"> & Trial,
): Promise<Ready<{ token: string; known: string }>> {
  assertUser(actor);
  const before = await checkPassword(actor, current, "currentPassword", start);
  const passwordHash = await hashPassword(next);
  return (db) =>
    db.transaction(async (tx) => {
      const changed = await driver(tx)`
        update users set password_hash = ${passwordHash}, updated_at = now()
        where id = ${actor.id} and password_hash = ${before} returning id`;
      if (changed.length === 0) throw wrongPassword("currentPassword"); // somebody was quicker
      await endSessions(actor.id, tx);
      await driver(tx)`delete from password_resets where user_id = ${actor.id}`;
      const token = await startSession(actor.id, "browser", start.userAgent, tx);
      return { token, known: remember(actor.email, passwordHash, start.known ?? null) };
    });
}

/** What the shop stores of the actor, for download: account, orders, cart, messages and sessions. */
export async function exportAccount(actor: Actor) {
  assertUser(actor);
  const [[user], placed, sessions, enquiries, [cart], lines] = await Promise.all([
    driver(readDb())`select name, email, role, created_at from users where id = ${actor.id}`,
    selectOrders(readDb()).where(eq(orders.userId, actor.id)).orderBy(asc(orders.id)),
    listSessions(actor),
    driver(
      readDb(),
    )`select kind, name, email, phone, subject, message, occasion, event_date::text, quantity, budget, created_at, done_at
        from enquiries where user_id = ${actor.id} order by id`,
    driver(
      readDb(),
    )`select gift_wrap as "giftWrap", personal_message as "personalMessage" from carts where user_id = ${actor.id}`,
    driver(
      readDb(),
    )`select s.name, l.quantity from carts c join cart_lines l on l.cart_id = c.id join sweets s on s.id = l.sweet_id
        where c.user_id = ${actor.id} order by l.created_at`,
  ]);
  return {
    exportedAt: new Date().toISOString(),
    account: { name: user?.name, email: user?.email, role: user?.role, createdAt: iso(user?.created_at) },
    orders: placed.map((order) => ({
      ...customerOrder(order),
      // What the shop corrected in the delivery: the old texts are the customer's too.
      corrections: order.corrections.map(({ field, from, to, at }) => ({ field, from, to, at })),
    })),
    cart: { items: [...lines], giftWrap: cart?.giftWrap ?? false, personalMessage: cart?.personalMessage ?? "" },
    sessions: sessions.map(({ id: _, current: __, ...session }) => session),
    enquiries: enquiries.map(({ event_date, created_at, done_at, ...enquiry }) => ({
      ...enquiry,
      eventDate: event_date,
      createdAt: iso(created_at),
      doneAt: done_at && iso(done_at),
    })),
  };
}

/**
 * What is left to write deletes the account: sessions, messages and cart go (its holds return), orders stay without the person. `invalid` when the
 * password is wrong, `rate_limited` after 10 of these. Admins are made and unmade by the owner, not here: `forbidden`.
 */
export async function deleteAccount(actor: Actor, password: string, trial: Trial = {}): Promise<Ready<void>> {
  assertCustomer(actor);
  await checkPassword(actor, password, "password", trial);
  return (db) => db.transaction((tx) => erase(actor.id, tx));
}

async function erase(userId: number, tx: Executor): Promise<void> {
  // The cart is made when there is none: whoever would begin it, or order, waits for this to end. Then orders, then
  // sweets, as everywhere.
  const [cart] = await driver(tx)`select cart as id from lock_cart(${userId}, null)`;
  const forget = () => driver(tx)`
    update orders set recipient_name = null, delivery_address = null, phone_number = null, notes = null,
      personal_message = null, internal_note = null, updated_at = now() where user_id = ${userId}`;
  await forget();
  await driver(tx)`select empty_cart(${cart?.id}, null)`;
  // An order that had looked for a cart before there was one points at the account: this waits until it is whole.
  await driver(tx)`select 1 from users where id = ${userId} for update`;
  await forget();
  await driver(tx)`delete from order_corrections where order_id in (select id from orders where user_id = ${userId})`;
  await driver(tx)`delete from idempotency_keys where scope = ${`user:${userId}`}`;
  await driver(tx)`delete from users where id = ${userId}`;
}
