import { getToken } from "next-auth/jwt";
import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Actor, Role, User } from "./actor";
import { hashToken, newToken } from "./tokens";

/** Life of a browser session and of an API token (decisions §2), in seconds. */
export const BROWSER_SECONDS = 30 * 24 * 60 * 60;
export const API_SECONDS = 7 * 24 * 60 * 60;

export const secureCookies = () => env.APP_URL.startsWith("https://");

/** The visitor's cart and its cookie's life in seconds: as long as an untouched cart is kept. */
export const CART_COOKIE = "mithaas_cart";
export const CART_SECONDS = 30 * 24 * 60 * 60;
/** The readable cookie beside the httpOnly one: who the header greets and how full the cart is. It opens nothing. */
export const HINT_COOKIE = "mithaas_hint";
/** Names the accounts that this browser has signed in to, signed; see lib/accounts/trusted-device.ts. */
export const TRUSTED_DEVICE_COOKIE = "mithaas_known";

/**
 * Starts a session and returns its secret, which is not kept. With `passwordHash` only while that is the account's: it waits for
 * a change that is under way, and after one the secret opens nothing.
 */
export async function startSession(
  userId: number,
  kind: "browser" | "api",
  userAgent: string | null,
  db: Executor = writeDb(),
  passwordHash: string | null = null,
) {
  const token = newToken();
  const seconds = kind === "api" ? API_SECONDS : BROWSER_SECONDS;
  await driver(db)`insert into sessions (token_hash, user_id, kind, user_agent, expires_at)
           select ${hashToken(token)}, id, ${kind}, ${userAgent?.slice(0, 300) ?? null}, now() + ${seconds} * interval '1 second'
           from users where id = ${userId} and password_hash = coalesce(${passwordHash}, password_hash) for share`;
  return token;
}

/** The user of a live session, or null. Marks the session as seen at most once an hour. */
export async function findSession(token: string, db: Executor = readDb()): Promise<User | null> {
  const [row] = await driver(db)`
    select u.id, u.name, u.email, u.role, s.id as session_id, s.last_seen_at < now() - interval '1 hour' as unseen
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashToken(token)} and s.expires_at > now()`;
  if (!row) return null;
  if (row.unseen) await driver(db)`update sessions set last_seen_at = now() where id = ${row.session_id}`;
  return {
    kind: "user",
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as Role,
    sessionId: row.session_id,
  };
}

/** Ends one session. Ending it again changes nothing. */
export const endSession = (sessionId: number, db: Executor = writeDb()) =>
  driver(db)`delete from sessions where id = ${sessionId}`;

/** Ends all of a user's sessions and tokens. */
export const endSessions = (userId: number, db: Executor = writeDb()) =>
  driver(db)`delete from sessions where user_id = ${userId}`;

const cookie = (header: string | null, name: string) =>
  header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) || null;

/** The cart's cookie of a request, whoever sent it. */
export const cartCookieOf = (headers: Headers) => cookie(headers.get("cookie"), CART_COOKIE);
/** The mark of accounts that this browser has signed in to. */
export const knownCookieOf = (headers: Headers) => cookie(headers.get("cookie"), TRUSTED_DEVICE_COOKIE);

/** A Set-Cookie field of this shop: httpOnly unless `readable`; 0 seconds take the cookie away. */
export const setCookie = (name: string, value: string, seconds: number, { readable = false } = {}) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}${readable ? "" : "; HttpOnly"}; SameSite=Lax${secureCookies() ? "; Secure" : ""}`;

/** What the header shows of who is looking; see components/layout/viewer-store.ts. */
export type ViewerHint = { role: "visitor" | "customer" | "admin"; name?: string; count: number };

export const viewerHint = (actor: Actor, count: number): ViewerHint =>
  actor.kind === "user" ? { role: actor.role, name: actor.name, count } : { role: "visitor", count };

/** The hint as an answer of the API sets it, written as Next writes cookies. */
export const hintCookie = (hint: ViewerHint) =>
  setCookie(HINT_COOKIE, encodeURIComponent(JSON.stringify(hint)), BROWSER_SECONDS, { readable: true });

/** What a request says of who sent it. */
export type Caller = {
  actor: Actor;
  /** The visitor's cart cookie, also when a user sent it: login joins it. */
  cartToken: string | null;
  /** True when a cookie spoke for the caller: a write then needs this site's Origin. */
  byCookie: boolean;
  /** The secret of the cart that a visitor's first request begins, when its Idempotency-Key stands for one. */
  firstCart?: string;
};

/**
 * The one way from a request to an actor: a bearer token first, else the session cookie, else a visitor.
 * Throws `unauthorized` for a bearer token that is not (or no longer) valid.
 */
export async function callerOf(headers: Headers): Promise<Caller> {
  const cookies = headers.get("cookie");
  const cartToken = cookie(cookies, CART_COOKIE);
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const [, bearer] = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization) ?? [];
    const user = bearer ? await findSession(bearer) : null;
    if (!user) throw new AppError("unauthorized", "The access token is not valid.");
    return { actor: user, cartToken: null, byCookie: false };
  }
  const visitor = { kind: "visitor", cartToken } as const;
  if (!cookies?.includes("authjs.session-token")) return { actor: visitor, cartToken, byCookie: cartToken !== null };
  const jwt = await getToken({ req: { headers }, secret: env.AUTH_SECRET, secureCookie: secureCookies() });
  const user = typeof jwt?.sid === "string" ? await findSession(jwt.sid) : null;
  return { actor: user ?? visitor, cartToken, byCookie: true };
}
