// Mail of a shop that is stopped and killed (docs/behaviour.md#messages), and a forgotten password over HTTP.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../support/mail-server";
import { sql } from "../support/sql";
import { anInstance, anOwner, aPerson, aSweetBy, call, type Instance, order, until } from "./shop";

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
const states = async () =>
  Object.fromEntries(
    (await sql`select state, count(*)::int as n from messages group by 1`).map(({ state, n }) => [state, n]),
  );
const receivedBy = (address: string) => server.received.filter(({ to }) => to.includes(address));
beforeEach(async () => {
  server.state.behaviour = "accept";
  await until(async () => {
    const { waiting, sending } = await states();
    return waiting === undefined && sending === undefined;
  });
});

test("an order is confirmed by mail, and its link shows it to whoever has it", async () => {
  const person = await aPerson(shop);
  const { body } = await order(shop, person.token, [sweet.id]);
  await until(() => receivedBy(person.email).length === 1);
  const [letter] = receivedBy(person.email);
  expect(letter?.subject).toBe(`We have your order #${body.id}`);
  await until(() => receivedBy("orders@mithaas.example").some(({ subject }) => subject.includes(`#${body.id}`)));
  const page = await call(shop, "GET", /\/track\/[\w-]+/.exec(letter?.text ?? "")?.[0] ?? "");
  expect(page.status).toBe(200);
  expect(page.body).toContain(`#<!-- -->${body.id}`);
  expect(page.body).toMatch(/<meta name="robots" content="noindex/);
  expect(page.body).toContain('name="referrer" content="same-origin"');
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(page.body).not.toMatch(/Asha Rao|Marine Drive|98200 00000/);
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

test("a mail server that stalls delays no order and no stop; what it was not given is sent later, once", async () => {
  const person = await aPerson(shop);
  server.state.behaviour = "stall";
  const envelopes = server.state.envelopes;
  await order(shop, person.token, [sweet.id]);
  await until(() => server.state.envelopes > envelopes);
  expect((await order(shop, person.token, [sweet.id])).status).toBe(201);
  expect(await shop.stop()).toBe(0);
  expect((await states()).sending).toBeUndefined();
  server.state.behaviour = "accept";
  shop = await anInstance(mail);
  await until(() => receivedBy(person.email).length === 2);
});

test("a shop that is killed while the mail server has a mail never sends it twice", async () => {
  const person = await aPerson(shop);
  server.state.behaviour = "silent";
  await order(shop, person.token, [sweet.id]);
  await until(() => receivedBy(person.email).length === 1);
  await shop.kill();
  server.state.behaviour = "accept";
  expect(await states()).toMatchObject({ sending: 1, waiting: 1 });
  // After some minutes nobody knows what became of it. The next shop looks at its start; it sends the owner's, which was not taken.
  await sql`update messages set at = at - interval '6 minutes' where state = 'sending'`;
  shop = await anInstance(mail);
  await until(async () => {
    const { waiting, sending, unknown } = await states();
    return waiting === undefined && sending === undefined && unknown === 1;
  });
  // What is due now is sent after what was due before.
  const other = await aPerson(shop);
  await order(shop, other.token, [sweet.id]);
  await until(() => receivedBy(other.email).length === 1);
  expect(receivedBy(person.email)).toHaveLength(1);
});
