import { and, eq, gt, sql } from "drizzle-orm";
import { getToken } from "next-auth/jwt";
import { type Executor, readDb } from "@/db/client";
import type { Role } from "@/db/constants/auth";
import { sessions, users } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { addressOf } from "@/lib/addresses";
import { CART_COOKIE, cookieOf, secureCookies } from "@/lib/cookies";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Actor, User } from "./actor";
import { findKey, isKey } from "./keys";
import { lacksFactor } from "./second-factor";
import { hashToken, newToken } from "./tokens";

/** Life of a browser session and of an API token in seconds. */
export const BROWSER_SECONDS = 30 * 24 * 60 * 60;
export const API_SECONDS = 7 * 24 * 60 * 60;

/** `browser`: the cookie of a browser. `api`: an access token. */
export type SessionKind = (typeof sessions.$inferSelect)["kind"];

/**
 * Starts a session and returns its secret; the database stores only a hash of it. Runs in a transaction. With `passwordHash` the
 * session is created only while that is the account's: it waits for a change that is under way, and after one the secret opens nothing.
 */
export async function startSession(
  userId: number,
  kind: SessionKind,
  userAgent: string | null,
  tx: Executor,
  passwordHash?: string,
): Promise<string> {
  const token = newToken();
  const seconds = kind === "api" ? API_SECONDS : BROWSER_SECONDS;
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        users.active,
        passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
      ),
    )
    // Not shared: a login of staff updates the row afterwards, and two that share it would wait for each other.
    .for("no key update");
  if (user)
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      userId,
      kind,
      userAgent: userAgent?.slice(0, 300) ?? null,
      expiresAt: sql`now() + ${seconds} * interval '1 second'`,
    });
  return token;
}

const liveSession = built((db, { tokenHash }: { tokenHash: string }) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: sql<Role>`${users.role}`,
      staff: users.staff,
      sessionId: sessions.id,
      lacksFactor: lacksFactor(users),
      isSeenLongAgo: sql<boolean>`${sessions.lastSeenAt} < now() - interval '1 hour'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, sql`now()`), users.active)),
);

/** The user of a live session, or null. Records the session as seen at most once an hour. */
export async function findSession(token: string, db: Executor = readDb()): Promise<User | null> {
  const [row] = await run(liveSession(db, { tokenHash: hashToken(token) }));
  if (!row) return null;
  const { isSeenLongAgo, ...user } = row;
  if (isSeenLongAgo) {
    await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, user.sessionId));
    if (user.staff) await db.update(users).set({ lastSeenAt: sql`now()` }).where(eq(users.id, user.id));
  }
  return { kind: "user", ...user };
}

/** Ends one session. Ending it again changes nothing. */
export async function endSession(sessionId: number, db: Executor): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends all sessions and tokens of a user. */
export async function endSessions(userId: number, db: Executor): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** What a request says of who sent it. */
export type Caller = {
  actor: Actor;
  /** The visitor's cart cookie, also when a user sent it: login joins it. */
  cartToken: string | null;
  /** True when a cookie spoke for the caller: a write then needs this site's Origin. */
  byCookie: boolean;
  /** The scope of the visitor's cart (lib/http/idempotency.ts) that joined the account's at the sign-in of this browser. */
  joinedCart?: string;
  /** The secret of the cart that a visitor's first request creates, when it is derived from the Idempotency-Key. */
  firstCart?: string;
};

/** What a request sends as `Authorization: Bearer`, or null. */
export const bearerOf = (headers: Headers): string | null =>
  /^bearer +([\w.~+/-]+=*)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;

/**
 * The one way from a request to an actor: a bearer token first, else the session cookie, else a visitor.
 * Throws `unauthorized` for a bearer token that is not (or no longer) valid.
 */
export async function callerOf(headers: Headers): Promise<Caller> {
  const cartToken = cookieOf(headers, CART_COOKIE);
  const address = addressOf(headers);
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const bearer = bearerOf(headers);
    const user = bearer ? await (isKey(bearer) ? findKey(bearer) : findSession(bearer)) : null;
    if (!user) throw new AppError("unauthorized", "The access token is not valid.");
    return { actor: { ...user, address }, cartToken: null, byCookie: false };
  }
  const visitor = { kind: "visitor", cartToken, address } as const;
  if (!headers.get("cookie")?.includes("authjs.session-token"))
    return { actor: visitor, cartToken, byCookie: cartToken !== null };
  const jwt = await getToken({ req: { headers }, secret: env.AUTH_SECRET, secureCookie: secureCookies() });
  const user = typeof jwt?.sid === "string" ? await findSession(jwt.sid) : null;
  if (!user) return { actor: visitor, cartToken, byCookie: true };
  const joinedCart = typeof jwt?.cart === "string" ? jwt.cart : undefined;
  return { actor: { ...user, address }, cartToken, byCookie: true, joinedCart };
}
