// Mail of shops that are killed, doubled and stopped (docs/behaviour.md#messages), and a forgotten password over HTTP. Slow: a mail that
// was taken and not confirmed counts as unknown only after its time, and shops are killed and started again.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../support/mail-server";
import { sql } from "../support/sql";
import { anInstance, anOwner, aPerson, aSweetBy, call, figure, type Instance, order, until } from "./shop";

let server: MailServer;
let mail: Record<string, string>;
let shop: Instance;
let sweet: { id: number };
beforeAll(async () => {
  server = await startMailServer();
  mail = { SMTP_URL: server.url, MAIL_FROM: "Mithaas <orders@shop.example>" };
  shop = await anInstance(mail);
  sweet = await aSweetBy(shop, await anOwner(shop), { stock: 1000 });
});
afterAll(() => server.stop());
beforeEach(() => {
  server.state.behaviour = "accept";
});

const states = async () =>
  Object.fromEntries(
    (await sql`select state, count(*)::int as n from messages group by 1`).map(({ state, n }) => [state, n]),
  );
/** How many messages are to be sent now, or are being sent. */
const due = async () =>
  (
    await sql`select count(*)::int as n from messages where state = 'sending' or (state = 'waiting' and next_attempt_at <= now() and attempts = 0)`
  )[0]?.n as number;
const receivedBy = (address: string) => server.received.filter(({ to }) => to.includes(address));
const passPauses = () => sql`update messages set next_attempt_at = now() - interval '1 second' where state = 'waiting'`;

test("an order is confirmed by mail, and its link shows it to whoever has it", async () => {
  const person = await aPerson(shop);
  const { body } = await order(shop, person.token, [sweet.id]);
  figure("from the order to the mail", await until(() => receivedBy(person.email).length === 1), 3_000);
  const [letter] = receivedBy(person.email);
  expect(letter?.subject).toBe(`We have your order #${body.id}`);
  await until(() => receivedBy("orders@mithaas.example").some(({ subject }) => subject.includes(`#${body.id}`)));
  const path = /\/track\/[\w-]+/.exec(letter?.text ?? "")?.[0] ?? "";
  const page = await call(shop, "GET", path);
  expect(page.status).toBe(200);
  expect(page.body).toContain(`#<!-- -->${body.id}`);
  expect(page.body).toMatch(/<meta name="robots" content="noindex/);
  expect(page.body).toContain('name="referrer" content="same-origin"');
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(page.body).not.toMatch(/Asha Rao|Marine Drive|98200 00000/);
  expect((await call(shop, "GET", `${path}x`)).status).toBe(404);
  expect((await call(shop, "GET", "/track/1-x")).status).toBe(404);
});

test("a shop that is killed while the mail server has a mail never sends it twice", async () => {
  const doomed = await anInstance(mail);
  await shop.stop();
  const person = await aPerson(doomed);
  server.state.behaviour = "silent";
  await order(doomed, person.token, [sweet.id]);
  await until(() => receivedBy(person.email).length === 1);
  await doomed.kill();
  server.state.behaviour = "accept";
  shop = await anInstance(mail);
  // The owner's message had not been taken and is sent now; the customer's is nobody's any more.
  await until(async () => {
    const { waiting, sending } = await states();
    return waiting === undefined && sending === 1;
  });
  await sql`update messages set at = at - interval '6 minutes' where state = 'sending'`;
  figure("until it is known as unknown", await until(async () => (await states()).unknown === 1), 16_000);
  await passPauses();
  const other = await aPerson(shop);
  await order(shop, other.token, [sweet.id]);
  await until(() => receivedBy(other.email).length === 1);
  expect(receivedBy(person.email)).toHaveLength(1);
});

test("two shops and many orders: each mail once", async () => {
  const second = await anInstance(mail);
  const people = await Promise.all([aPerson(shop), aPerson(shop)]);
  const placed = await Promise.all(
    people.flatMap(({ token }) =>
      Array.from({ length: 10 }, (_, i) => order(i % 2 ? shop : second, token, [sweet.id])),
    ),
  );
  expect(placed.every(({ status }) => status === 201)).toBe(true);
  const received = () => people.flatMap(({ email }) => receivedBy(email));
  await until(() => received().length >= 20);
  await until(async () => (await due()) === 0);
  expect(received()).toHaveLength(20);
  expect(new Set(received().map(({ headers }) => headers.get("message-id"))).size).toBe(20);
  await second.stop();
});

test("thirty orders that are cancelled at once, in two shops without limits of requests, bring an address twelve mails", async () => {
  const unlimited = await Promise.all([1, 2].map(() => anInstance({ ...mail, RATE_LIMIT: "off" })));
  try {
    await attack(unlimited);
  } finally {
    await Promise.all(unlimited.map((one) => one.stop()));
  }
});

async function attack(unlimited: Instance[]) {
  const person = await aPerson(shop);
  const before = new Set(server.received);
  const ids = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const at = unlimited[i % 2] as Instance;
      // A busy shop may answer 503: the key makes a second try the same order.
      let body: { id?: number } = {};
      await until(async () => {
        const answer = await order(at, person.token, [sweet.id], `attack-${i}`);
        body = answer.body;
        return answer.status === 201;
      });
      const cancel = () => call(at, "POST", `/api/orders/${body.id}/cancel`, { token: person.token });
      await until(async () => (await cancel()).status === 200);
      return body.id as number;
    }),
  );
  const form = {
    name: "Eve",
    phone: "98200 00000",
    subject: "Delivery",
    message: "Do you deliver to Pune on Sundays?",
  };
  for (let i = 0; i < 20; i++) {
    const answer = await call(unlimited[0] as Instance, "POST", "/api/contact", {
      body: { ...form, email: person.email.toUpperCase() },
    });
    expect(answer.status).toBe(201);
  }
  await until(async () => (await due()) === 0);
  expect(server.received.filter(({ to }) => to[0]?.toLowerCase() === person.email)).toHaveLength(12);
  // What the owner got of it, alone or in a digest; digests come a minute later at most.
  const passMinute = () => sql`
    with counted as (update mail_sendings set at = at - interval '61 seconds' where recipient = 'owner')
    update messages set next_attempt_at = next_attempt_at - interval '61 seconds' where state = 'waiting' and kind = 'new_order'`;
  const informed = () => {
    const texts = server.received.filter((one) => !before.has(one) && one.to[0] === "orders@mithaas.example");
    return ids.filter((id) => texts.some(({ text }) => new RegExp(`ew order #${id}\\b`).test(text))).length;
  };
  for (let minute = 0; minute < 3 && informed() < 30; minute++) {
    await passMinute();
    await until(async () => (await due()) === 0);
  }
  const [open] = await sql`
    select count(*) filter (where state = 'waiting' and postponed)::int as waiting, count(distinct order_id)::int as orders
    from messages where order_id = any(${ids}::int[]) and kind <> 'new_order' and (state = 'waiting' or merged_into is not null)`;
  expect(open?.waiting).toBe(open?.orders);
  expect(informed()).toBe(30);
  // A link that somebody waits for comes all the same.
  await call(unlimited[0] as Instance, "POST", "/api/auth/forgot", { body: { email: person.email } });
  await until(async () => receivedBy(person.email).some(({ subject }) => subject === "Choose a new password"));
}

test("a mail server that stalls delays no order and no stop; what it was not given is sent later, once", async () => {
  const person = await aPerson(shop);
  server.state.behaviour = "stall";
  const envelopes = server.state.envelopes;
  await order(shop, person.token, [sweet.id]);
  await until(() => server.state.envelopes > envelopes);
  const answer = await order(shop, person.token, [sweet.id]);
  expect(answer.status).toBe(201);
  figure("an order while the mail server stalls", answer.ms, 500);
  const started = performance.now();
  expect(await shop.stop()).toBe(0);
  figure("a stop meanwhile", performance.now() - started, 2_000);
  expect((await states()).sending).toBeUndefined();
  server.state.behaviour = "accept";
  shop = await anInstance(mail);
  await until(() => receivedBy(person.email).length === 2);
});

test("a mail server that is away: orders are placed, messages wait, and are sent when it is back", async () => {
  const port = server.port;
  await server.stop();
  const person = await aPerson(shop);
  const answer = await order(shop, person.token, [sweet.id]);
  figure("an order without a mail server", answer.ms, 500);
  await until(async () => (await sql`select 1 from messages where last_error like '%ECONNREFUSED%'`).length > 0);
  const before = server.received;
  server = await startMailServer({}, port);
  server.received.push(...before);
  await passPauses();
  await until(() => receivedBy(person.email).length === 1, 90_000);
});

test("a forgotten password: the same answer for every address, a link by mail, and a new password", async () => {
  const person = await aPerson(shop);
  const known = await call(shop, "POST", "/api/auth/forgot", { body: { email: ` ${person.email.toUpperCase()} ` } });
  const unknown = await call(shop, "POST", "/api/auth/forgot", { body: { email: "nobody@mithaas.test" } });
  const text = { message: "If this address has an account, a link is on its way." };
  for (const answer of [known, unknown]) {
    expect([answer.status, answer.body]).toEqual([202, text]);
    expect(answer.headers.get("ratelimit")).toMatch(/^"forgot-address";r=19;/);
  }
  await until(() => receivedBy(person.email).length === 1);
  const token = /\/reset\/([\w-]+)/.exec(receivedBy(person.email)[0]?.text ?? "")?.[1];
  const reset = (body: object) => call(shop, "POST", "/api/auth/reset", { body });
  expect((await reset({ token, password: "short" })).status).toBe(422);
  expect(await reset({ token: `${token}x`, password: "a fresh password" })).toMatchObject({
    status: 404,
    body: { code: "not_found" },
  });
  expect(await reset({ token, password: "a fresh password" })).toMatchObject({
    status: 200,
    body: { message: "Your password has been changed. Please sign in." },
  });
  expect((await reset({ token, password: "a fresh password" })).status).toBe(404);
  const login = (password: string) => call(shop, "POST", "/api/auth/login", { body: { ...person, password } });
  expect([(await login(person.password)).status, (await login("a fresh password")).status]).toEqual([401, 200]);
  expect((await call(shop, "GET", "/api/auth/me", person)).status).toBe(401);
  expect(receivedBy("nobody@mithaas.test")).toEqual([]);
});

test("asking is limited for each address, and for each e-mail asked for from it, with an account or without", async () => {
  const person = await aPerson(shop);
  const ask = (email: string, from?: string) =>
    call(shop, "POST", "/api/auth/forgot", { body: { email }, headers: from ? { "x-forwarded-for": from } : {} });
  const answers = async (email: string) => {
    const all = [];
    for (let i = 0; i < 6; i++) all.push(await ask(email, "192.0.2.76"));
    return all.map(({ status, body, headers }) => [status, body.message, headers.get("retry-after") !== null]);
  };
  const known = await answers(person.email);
  expect(known.map(([status]) => status)).toEqual([202, 202, 202, 202, 202, 429]);
  expect(await answers("somebody@mithaas.test")).toEqual(known);
  // Whoever is elsewhere is not refused for it, and has links that work.
  for (let i = 0; i < 8; i++) expect((await ask(person.email)).status).toBe(202);
  await until(async () => (await sql`select 1 from messages where kind = 'password_reset'`).length === 0);
  const links = receivedBy(person.email).map(({ text }) => /\/reset\/([\w-]+)/.exec(text)?.[1]);
  expect(links.length).toBeGreaterThanOrEqual(1);
  expect(links.length).toBeLessThanOrEqual(3);
  const reset = (token?: string) =>
    call(shop, "POST", "/api/auth/reset", { body: { token, password: "a fresh password" } });
  expect((await reset(links[0])).status).toBe(200);
  for (const link of links) expect((await reset(link)).status).toBe(404);
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push((await ask(`somebody-${i}@mithaas.test`, "192.0.2.77")).status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});
