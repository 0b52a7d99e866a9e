// What the tests of promises (promises.test.ts) look at: people who left something of everything, and what the shop stores.
import { expect } from "vitest";
import { trackingToken } from "@/lib/messages/links";
import { sumOf } from "../support/metrics";
import { cookieHeader, cookiesOf, page, sendForm } from "./forms";
import { scrape } from "./scrape";
import { aBrowser, aCustomer, anAdmin, anOrderOf, aSweet, base, call, limited, sql, unique } from "./shop";

export const enquiry = (text: string, email = "asha@mithaas.test") => ({
  name: "Asha Rao",
  email,
  phone: "9820000000",
  subject: "A question",
  message: text,
});

/** The tables that have a row with this text in it, wherever it stands. */
export async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const found: string[] = [];
  for (const { name } of tables)
    if ((await sql`select 1 from ${sql(name)} t where position(${text} in t::text) > 0 limit 1`).length)
      found.push(name);
  return found;
}
/** The names of a table's columns. */
export const columnsOf = async (table: string): Promise<string[]> =>
  (
    await sql`select column_name as name from information_schema.columns
              where table_schema = 'public' and table_name = ${table} order by 1`
  ).map(({ name }) => name);

/** A customer who has left something of everything behind; every text is findable. */
async function someoneWithEverything() {
  const customer = await aCustomer();
  const [street, note, message, gift, name] = [
    unique("Street "),
    unique("Note "),
    unique("Message "),
    unique("Gift "),
    unique("Asha "),
  ];
  await sql`update users set name = ${name} where id = ${customer.id}`;
  const sweet = await aSweet();
  const { token } = customer;
  const order = {
    ...anOrderOf(sweet.id),
    delivery: { recipientName: name, deliveryAddress: street, phoneNumber: "98200 11111", notes: note },
    personalMessage: gift,
  };
  const headers = { "idempotency-key": unique("key-") };
  const { body: placed } = await call("POST", "/orders", { token, body: order, headers });
  const admin = await anAdmin();
  await call("PUT", `/admin/orders/${placed.id}/status`, { token: admin, body: { status: "Processing" } });
  await sql`insert into order_corrections (order_id, field, from_text, to_text) values (${placed.id}, 'deliveryAddress', ${street}, ${`${street} B`})`;
  await sql`update orders set internal_note = ${`${name} rings twice`} where id = ${placed.id}`;
  await call("POST", "/cart/reserve", { token, body: { productId: sweet.id, quantity: 2 } });
  await call("PATCH", "/cart", { token, body: { personalMessage: gift } });
  await call("POST", "/contact", { token, body: enquiry(message, customer.email) });
  const cookie = await aBrowser(customer);
  return { ...customer, cookie, name, street, note, message, gift, sweet, order: placed.id as number };
}
export const dataOf = async (cookie: string) => JSON.parse(await page("/account/data", cookie));

/** The same value for all who ask. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
/** Somebody whom no test changes. */
export const theOneWithEverything = once(someoneWithEverything);

/** The shop does this by itself at intervals. What it deletes, and when, is in the tests of the domain. */
export const job = (name: string) => () =>
  expect
    .poll(async () => sumOf(await scrape(), "mithaas_job_runs_total", { name, result: "done" }), { interval: 100 })
    .toBeGreaterThan(0);

/** What is counted of strangers who write, fail to log in and ask for a password: the keys. */
export async function countedOfStrangers(): Promise<string[]> {
  await sql`delete from rate_limits`;
  const email = "nobody@mithaas.test";
  await call("POST", "/contact", { at: limited, body: enquiry(unique("Counted ")) });
  await call("POST", "/auth/login", { at: limited, body: { email, password: "wrong-one" } });
  await call("POST", "/auth/forgot", { at: limited, body: { email } });
  const counted = await sql`select key, extract(epoch from resets_at - now())::int as seconds from rate_limits`;
  for (const { key, seconds } of counted) expect([key, seconds <= 60 * 60]).toEqual([key, true]);
  return counted.map(({ key }) => key as string);
}

export const nobodyElse = once(async () => {
  for (const path of ["/home", "/products", "/contact", "/cart"]) {
    const response = await fetch(base + path);
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const part of ["default-src", "connect-src", "script-src", "img-src", "frame-src"]) {
      const allowed = policy.split(";").find((one) => one.trim().startsWith(part)) ?? "";
      expect([path, part, allowed.match(/https?:|wss?:|\*/)]).toEqual([path, part, null]);
    }
    const html = await response.text();
    const loaded = [
      ...html.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href|srcset)="(https?:\/\/[^"]+)"/g),
    ];
    expect(loaded.map(([, url]) => url).filter((url) => !url?.startsWith(base))).toEqual([]);
  }
});

export const deletion = once(async () => {
  const person = await someoneWithEverything();
  const stranger = await call("POST", "/contact", { body: enquiry(unique("From a visitor "), person.email) });
  const link = trackingToken(person.order);
  await page(`/track/${link}`);
  const values = { password: person.password, confirm: "yes" };
  const answer = await sendForm("/account", "confirm", values, person.cookie);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/home"]);
  expect(
    cookiesOf(answer)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["mithaas_flash", "mithaas_hint"]);
  // At once: session, token, login.
  expect((await call("GET", "/auth/me", { token: person.token })).status).toBe(401);
  expect((await call("GET", "/auth/me", { cookie: person.cookie })).status).toBe(401);
  expect((await call("POST", "/auth/login", { body: person })).status).toBe(401);
  expect((await fetch(`${base}/track/${link}`)).status).toBe(404);
  for (const text of [person.name, person.street, person.note, person.message, person.gift])
    expect([text, await tablesWith(text)]).toEqual([text, []]);
  // The e-mail is left only in what a visitor sent, which no account has.
  expect(await tablesWith(person.email)).toEqual(["enquiries"]);
  expect(await sql`select user_id from enquiries where id = ${stranger.body.id}`).toEqual([{ user_id: null }]);
  // The order stays in the books; what the cart held is back.
  const [order] =
    await sql`select user_id, recipient_name, delivery_address, phone_number, total > 0 as counts from orders where id = ${person.order}`;
  expect(order).toEqual({
    user_id: null,
    recipient_name: null,
    delivery_address: null,
    phone_number: null,
    counts: true,
  });
  expect((await call("GET", `/sweets/${person.sweet.id}`)).body.quantity).toBe(9);
});

/** Every cookie of a browser that fills a cart, registers, changes its name, logs out and in again. */
export const cookiesOfAVisit = once(async () => {
  const { id } = await aSweet();
  const person = {
    name: "Asha Rao",
    email: `${unique("c")}@mithaas.test`,
    password: "laddoo-1985",
    confirmPassword: "laddoo-1985",
  };
  const visitor = await call("POST", "/cart/reserve", { body: { productId: id } });
  const cart = cookiesOf(visitor);
  const registered = cookiesOf(await sendForm("/register", "confirmPassword", person, cookieHeader(cart)));
  const session = cookieHeader(registered);
  const renamed = cookiesOf(await sendForm("/account", "name", { name: "Asha R" }, session));
  const bought = cookiesOf(
    await call("POST", "/cart/reserve", { cookie: session, headers: { origin: base }, body: { productId: id } }),
  );
  const checked = cookiesOf(await sendForm("/cart", "pincode", { pincode: "400028" }, session));
  const changed = cookiesOf(
    await sendForm(
      "/account",
      "currentPassword",
      { currentPassword: person.password, password: "barfi-1985", confirmPassword: "barfi-1985" },
      session,
    ),
  );
  const token = unique("reset-");
  await sql`insert into password_resets (token_hash, user_id, expires_at)
            select encode(sha256(${token}::bytea), 'hex'), id, now() + interval '1 hour' from users where email = ${person.email}`;
  const passwords = { password: "barfi-1985", confirmPassword: "barfi-1985" };
  const reset = cookiesOf(await sendForm(`/reset/${token}`, "password", passwords));
  const again = cookiesOf(await sendForm("/login", "password", { email: person.email, password: "barfi-1985" }));
  return {
    all: [...cart, ...registered, ...renamed, ...bought, ...checked, ...changed, ...reset, ...again],
    session: cookieHeader(again),
  };
});
