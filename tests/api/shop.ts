import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { withTimeLimit } from "@/scripts/time-limit";
import { expectDocumented } from "./contract";

export const base = process.env.TEST_BASE_URL ?? "";
/** An instance whose limits are on and which lets pages of https://app.example in. */
export const limited = process.env.TEST_LIMITED_URL ?? "";
/** The shop's database, to look at what calls have done. */
export const sql = postgres(process.env.TEST_SHOP_DATABASE_URL ?? "", { max: 2, onnotice: () => {} });

export type HttpResponse = {
  status: number;
  headers: Headers;
  text: string;
  /** Its shape has been held to the document. */
  body: any;
};
export type Call = {
  token?: string;
  cookie?: string;
  /** Sent as JSON; text, FormData and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  at?: string;
  /** False for answers that no operation promises. */
  documented?: boolean;
};

/** One call of the API, held to the document. `path` is below /api. */
export async function call(
  method: string,
  path: string,
  { token, cookie, body, headers = {}, at = base, documented = true }: Call = {},
): Promise<HttpResponse> {
  const sent = new Headers(headers);
  if (token) sent.set("authorization", `Bearer ${token}`);
  if (cookie) sent.set("cookie", cookie);
  const plain =
    body === undefined || typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
  if (!plain && !sent.has("content-type")) sent.set("content-type", "application/json");
  const [response, text] = await withTimeLimit(20_000, async (signal) => {
    const got = await fetch(`${at}/api${path}`, {
      method,
      headers: sent,
      body: plain ? (body as BodyInit | undefined) : JSON.stringify(body),
      redirect: "manual",
      signal,
    });
    return [got, await got.text()] as const;
  });
  const answer = { status: response.status, headers: response.headers, text, body: undefined };
  if (documented) expectDocumented(method, `/api${path}`.replace(/\?.*$/s, ""), answer);
  return { ...answer, body: /json/.test(response.headers.get("content-type") ?? "") && text ? JSON.parse(text) : text };
}

/** Something that no other test has. */
export const unique = (prefix = "") => `${prefix}${randomBytes(6).toString("hex")}`;

/** Signs somebody in as a login does, without the password, whose check takes 60 ms; the secret of the session. */
async function signIn(email: string, kind: "browser" | "api"): Promise<string> {
  const secret = newToken();
  const made = await sql`
    insert into sessions (token_hash, user_id, kind, expires_at)
    select ${hashToken(secret)}, id, ${kind}, now() + interval '1 hour' from users where email = ${email} returning id`;
  if (made.length === 0) throw new Error(`Nobody has the address ${email}.`);
  return secret;
}

export const admin = {
  email: process.env.TEST_ADMIN_EMAIL ?? "",
  password: process.env.TEST_ADMIN_PASSWORD ?? "",
};
let adminToken: Promise<string> | undefined;
/** The admin's token. */
export const anAdmin = (): Promise<string> => {
  adminToken ??= signIn(admin.email, "api");
  return adminToken;
};

export type Person = { token: string; id: number; email: string; password: string };

const PASSWORD = "laddoo-1985";
// Its hash, which takes 60 ms to make.
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$aihIuR1j4YTstKbijTIGkA$iv9b0RH0zgYlM5vj9znfnO2A9QxmeV9BNHnG+ejAOuE";

/** A new account, with a token: a customer's, or that of somebody who works for the shop. */
export async function anAccount(name: string, staff: string | null = null): Promise<Person> {
  const email = `${unique("c")}@mithaas.test`;
  const row = { email, name, password_hash: PASSWORD_HASH, role: staff ? "admin" : "customer", staff };
  const [made] = await sql`insert into users ${sql(row)} returning id`;
  return { token: await signIn(email, "api"), id: made?.id as number, email, password: PASSWORD };
}

/** A new customer. */
export const aCustomer = (): Promise<Person> => anAccount("Asha Rao");

/** A new sweet; the body of its answer. */
export async function aSweet(fields: Record<string, unknown> = {}) {
  const body = {
    name: `Sweet ${unique()}`,
    category: "Cakes",
    description: "For a test.",
    price: 100,
    stock: 10,
    ...fields,
  };
  return (await call("POST", "/sweets", { token: await anAdmin(), body })).body;
}

/** A visitor's cart with so many units in it; its cookie. */
export async function aVisitorsCart(productId: number, quantity = 1): Promise<string> {
  const { headers } = await call("POST", "/cart/reserve", { body: { productId, quantity } });
  return cookieOf(headers, "mithaas_cart");
}

/** A cookie of an answer as a request sends it; throws when it was not set. */
export function cookieOf(headers: Headers, name: string): string {
  const set = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  if (!set) throw new Error(`No cookie ${name}`);
  return set.split(";")[0] as string;
}

/** The shop's day, such as 2026-11-24. */
export const shopDay = async (): Promise<string> => (await call("GET", "/delivery?pincode=400028")).body.today;

/** Does what is right on one day only, and once more when that day has ended meanwhile. */
export async function onOneDay(work: (today: string) => Promise<void>): Promise<void> {
  for (;;) {
    const today = await shopDay();
    try {
      return await work(today);
    } catch (error) {
      if ((await shopDay()) === today) throw error;
    }
  }
}

export const delivery = {
  recipientName: "Asha Rao",
  deliveryAddress: "12 Marine Drive, Mumbai 400002",
  phoneNumber: "98200 00000",
  notes: "Ring twice",
};

export const anOrderOf = (...productIds: number[]) => ({
  items: productIds.map((productId) => ({ productId, quantity: 1 })),
  delivery,
});

/** A new order of the customer; the body of its answer. */
export const anOrder = async (customer: Person, ...productIds: number[]) =>
  (await call("POST", "/orders", { token: customer.token, body: anOrderOf(...productIds) })).body;

export const stockOf = async (id: number): Promise<number> => (await call("GET", `/sweets/${id}`)).body.quantity;

/** The session cookie of a browser, made as lib/auth makes it, without the login page. */
export async function aBrowser(person: { email: string }): Promise<string> {
  const { encode } = await import("next-auth/jwt");
  const name = "authjs.session-token";
  const sid = await signIn(person.email, "browser");
  return `${name}=${await encode({ token: { sid }, secret: process.env.AUTH_SECRET ?? "", salt: name })}`;
}
