// Who works for the shop: invited, changed, switched off; and the keys that they make for other programs.
import { describe, expect, onTestFinished, test } from "vitest";
import { RawConnection } from "../support/raw";
import { token as aToken, problem, time } from "./expected";
import { page } from "./forms";
import { aKey, aMember, inviteOf, theMember, tokenOf } from "./people";
import { aBrowser, aCustomer, anAdmin, aSweet, aVisitorsCart, base, call, limited, sql, unique } from "./shop";

const password = "laddoo-1985";
const accept = (token: string) => call("POST", "/auth/invitation", { body: { token, password } });
const invite = async (body: object, token?: string) =>
  call("POST", "/admin/staff", { token: token ?? (await anAdmin()), body });
const change = async (id: number, body: object, token?: string) =>
  call("PUT", `/admin/staff/${id}`, { token: token ?? (await anAdmin()), body });
const ENDED = problem(404, "not_found", "This invitation is no longer valid. Please ask for a new one.");

describe("an invitation", () => {
  test("makes an account that opens with its link, once", async () => {
    const person = inviteOf("counter");
    const { status, body } = await invite(person);
    const row = { ...person, active: true, secondFactor: false, invited: true, lastSeenAt: null };
    expect([status, body]).toEqual([
      201,
      { ...row, id: body.id, link: expect.stringMatching(/\/invitation\/[\w-]{43}$/) },
    ]);
    const listed = await call("GET", "/admin/staff", { token: await anAdmin() });
    expect(listed.body).toContainEqual({ ...row, id: body.id });

    const accepted = await accept(tokenOf(body.link));
    const user = { id: body.id, name: person.name, email: person.email, role: "admin" };
    expect([accepted.status, accepted.body]).toEqual([200, { accessToken: aToken, user }]);
    expect((await accept(tokenOf(body.link))).body).toEqual(ENDED);
    const login = await call("POST", "/auth/login", { body: { email: person.email, password } });
    expect(login.status).toBe(200);
    const after = await call("GET", "/admin/staff", { token: await anAdmin() });
    expect(after.body).toContainEqual({ ...row, id: body.id, invited: false, lastSeenAt: time });
  });

  test("opens nothing before it is accepted: no login, no new password", async () => {
    const person = inviteOf("kitchen");
    const { body } = await invite(person);
    const login = await call("POST", "/auth/login", { body: { email: person.email, password: "" } });
    expect(login.status).toBe(422);
    const guess = await call("POST", "/auth/login", { body: { email: person.email, password } });
    expect(guess.status).toBe(401);
    await call("POST", "/auth/forgot", { body: { email: person.email } });
    const link = await call("POST", `/admin/staff/${body.id}/link`, { token: await anAdmin() });
    expect([link.status, link.body.code]).toEqual([409, "conflict"]);
    const links = await sql`select 1 from password_resets where user_id = ${body.id}`;
    expect(links).toHaveLength(0);
  });

  test("again to the same address replaces the link, the name and the kind", async () => {
    const person = inviteOf("kitchen");
    const first = (await invite(person)).body;
    const second = (await invite({ ...person, name: "Meena Patil", staff: "counter" })).body;
    expect([second.id, second.name, second.staff]).toEqual([first.id, "Meena Patil", "counter"]);
    expect((await accept(tokenOf(first.link))).body).toEqual(ENDED);
    expect((await accept(tokenOf(second.link))).status).toBe(200);
  });

  test("is refused for an address with an account: a customer's, and that of somebody who works here", async () => {
    const taken = problem(409, "email_taken", "An account with this email already exists.");
    expect((await invite({ ...inviteOf("counter"), email: (await aCustomer()).email })).body).toEqual(taken);
    expect((await invite({ ...inviteOf("owner"), email: (await theMember("counter")).email })).body).toEqual(taken);
  });

  test("ends after three days, and for good when whoever made it is switched off or becomes something else", async () => {
    const old = (await invite(inviteOf("counter"))).body;
    const { "0": row } = await sql`
      select extract(epoch from expires_at - created_at)::int as seconds from invitations where user_id = ${old.id}`;
    expect(row?.seconds).toBe(72 * 60 * 60);
    await sql`update invitations set expires_at = now() where user_id = ${old.id}`;
    expect((await accept(tokenOf(old.link))).body).toEqual(ENDED);

    const owner = await aMember("owner");
    const made = (await invite(inviteOf("counter"), owner.token)).body;
    await change(owner.id, { staff: "owner", active: false });
    expect((await accept(tokenOf(made.link))).body).toEqual(ENDED);
    await change(owner.id, { staff: "owner", active: true });
    expect((await accept(tokenOf(made.link))).body).toEqual(ENDED);
    const lowered = await aMember("owner");
    const heirs = (await invite(inviteOf("owner"), lowered.token)).body;
    await change(lowered.id, { staff: "kitchen", active: true });
    expect((await accept(tokenOf(heirs.link))).body).toEqual(ENDED);
    expect((await accept("guess")).body).toEqual(ENDED);
  });

  test("is used once by two who press at the same moment", async () => {
    const { body } = await invite(inviteOf("counter"));
    const both = await Promise.all([accept(tokenOf(body.link)), accept(tokenOf(body.link))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("joins no cart", async () => {
    const sweet = await aSweet();
    const cookie = await aVisitorsCart(sweet.id);
    const { body } = await invite(inviteOf("counter"));
    const sent = { body: { token: tokenOf(body.link), password }, cookie, headers: { origin: base } };
    expect((await call("POST", "/auth/invitation", sent)).status).toBe(200);
    expect((await call("GET", "/cart", { cookie })).body.items).toHaveLength(1);
  });
});

describe("whoever is changed or switched off", () => {
  /** Opens a request and holds it when its head has been read; the function that is returned sends the rest, and reads the status. */
  async function held(method: string, path: string, token: string, body: object) {
    const text = JSON.stringify(body);
    const connection = new RawConnection(base);
    onTestFinished(() => connection.close());
    await connection.send(
      `${method} /api${path} HTTP/1.1\r\nhost: ${connection.host}\r\nauthorization: Bearer ${token}\r\n`,
      `content-type: application/json\r\ncontent-length: ${text.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    // The body is asked for from who may send it.
    expect((await connection.answer())?.status).toBe(100);
    return async () => {
      await connection.send(text);
      return (await connection.answer())?.status;
    };
  }

  test("does nothing by a request that was held open, and neither does a revoked key", async () => {
    const owner = await aMember("owner");
    const [lowered, key, sweet] = [await aMember("manager"), await aKey(["orders:write"]), await aSweet()];
    const sale = { items: [{ productId: sweet.id, quantity: 1 }] };
    const requests = [
      await held("PUT", `/admin/staff/${owner.id}`, owner.token, { staff: "owner", active: true }),
      await held("POST", "/admin/staff", owner.token, inviteOf("owner")),
      await held("POST", "/admin/orders", lowered.token, sale),
      await held("POST", "/admin/orders", key.key, sale),
    ];
    await change(owner.id, { staff: "kitchen", active: false });
    await change(lowered.id, { staff: "kitchen", active: true });
    await call("DELETE", `/admin/keys/${key.id}`, { token: await anAdmin() });
    expect(await Promise.all(requests.map((finish) => finish()))).toEqual([401, 401, 401, 401]);
    const { body: staff } = await call("GET", "/admin/staff", { token: await anAdmin() });
    expect(staff.find(({ id }: { id: number }) => id === owner.id)).toMatchObject({ staff: "kitchen", active: false });
  });

  test("has no customers among the own data: what was sold at the till is not the seller's", async () => {
    const seller = await aMember("counter");
    const customer = { name: unique("Till customer"), phone: "98200 00000", email: null };
    const items = [{ productId: (await aSweet()).id, quantity: 1 }];
    expect((await call("POST", "/admin/orders", { token: seller.token, body: { items, customer } })).status).toBe(201);
    await change(seller.id, { staff: "kitchen", active: true });
    const headers = { cookie: await aBrowser(seller) };
    const data = await (await fetch(`${base}/account/data`, { headers })).text();
    expect(JSON.parse(data)).toMatchObject({ account: { email: seller.email }, orders: [] });
    expect(data).not.toContain(customer.name);
  });

  test("is signed out everywhere at once, and comes back with what the new work needs", async () => {
    const member = await aMember("manager");
    const cookie = await aBrowser(member);
    expect((await fetch(`${base}/admin`, { headers: { cookie }, redirect: "manual" })).status).toBe(200);
    const { status, body } = await change(member.id, { staff: "kitchen", active: true });
    expect([status, body.staff, body.active]).toEqual([200, "kitchen", true]);
    expect((await call("GET", "/auth/me", { token: member.token })).status).toBe(401);
    expect((await fetch(`${base}/admin`, { headers: { cookie }, redirect: "manual" })).status).toBe(307);
    const again = await call("POST", "/auth/login", { body: { email: member.email, password } });
    expect((await call("GET", "/admin/orders", { token: again.body.accessToken })).body.permission).toBe("orders:read");

    await change(member.id, { staff: "kitchen", active: false });
    expect((await call("GET", "/auth/me", { token: again.body.accessToken })).status).toBe(401);
    const refused = await call("POST", "/auth/login", { body: { email: member.email, password } });
    expect(refused.body).toEqual(problem(401, "unauthorized", "Login failed. Please check your credentials."));
  });

  test("cannot come back by a link that was made before, nor by a forgotten password", async () => {
    const member = await aMember("counter");
    const { body } = await call("POST", `/admin/staff/${member.id}/link`, { token: await anAdmin() });
    await change(member.id, { staff: "counter", active: false });
    const reset = await call("POST", "/auth/reset", { body: { token: tokenOf(body.link), password: "peda-2026" } });
    expect(reset.status).toBe(404);
    const link = await call("POST", `/admin/staff/${member.id}/link`, { token: await anAdmin() });
    expect(link.body.code).toBe("conflict");
  });

  test("a new password by an owner's link ends the sessions, and works once", async () => {
    const member = await aMember("counter");
    const { status, body } = await call("POST", `/admin/staff/${member.id}/link`, { token: await anAdmin() });
    expect([status, body]).toEqual([200, { link: expect.stringMatching(/\/reset\/[\w-]{43}$/) }]);
    const set = () => call("POST", "/auth/reset", { body: { token: tokenOf(body.link), password: "peda-2026" } });
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(404);
    expect((await call("GET", "/auth/me", { token: member.token })).status).toBe(401);
  });

  test("ids that are nobody's, or a customer's, are not found", async () => {
    const customer = await aCustomer();
    for (const id of [customer.id, 2_147_483_647]) {
      expect((await change(id, { staff: "owner", active: true })).status).toBe(404);
      expect((await call("POST", `/admin/staff/${id}/link`, { token: await anAdmin() })).status).toBe(404);
    }
    const { body } = await call("GET", "/auth/me", { token: customer.token });
    expect(body).toMatchObject({ user: { role: "customer" }, staff: null, permissions: null });
  });
});

test("a link to a new password for a customer reaches nobody who works for the shop", async () => {
  const html = await page("/admin/customers", await aBrowser(await theMember("manager")));
  expect(html).not.toContain((await theMember("counter")).email);
});

describe("a key", () => {
  test("is shown once, and listed with what it was given, who made it and when it was used", async () => {
    const name = `Till ${unique()}`;
    const expiresAt = "2099-01-01T00:00:00.000Z";
    const body = { name, permissions: ["orders:write", "orders:write", "sweets:read"], expiresAt };
    const made = await call("POST", "/admin/keys", { token: await anAdmin(), body });
    const row = { id: made.body.id, name, permissions: ["orders:write", "sweets:read"], expiresAt, revoked: false };
    const createdBy = { id: expect.any(Number), name: expect.any(String) };
    expect([made.status, made.body]).toEqual([
      201,
      { ...row, createdBy, lastUsedAt: null, key: expect.stringMatching(/^mth_[\w-]{43}$/) },
    ]);
    expect((await call("GET", "/admin/orders", { token: made.body.key })).status).toBe(200);
    const listed = await call("GET", "/admin/keys", { token: await anAdmin() });
    expect(listed.body).toContainEqual({ ...row, createdBy, lastUsedAt: time });
    expect(listed.text).not.toContain(made.body.key);
    const stored = await sql`select * from api_keys where id = ${made.body.id}`;
    expect(JSON.stringify(stored)).not.toContain(made.body.key);
  });

  test("ends when it is revoked, when its time is over, and when its maker is switched off", async () => {
    const refused = problem(401, "unauthorized", "The access token is not valid.");
    const revoked = await aKey(["orders:read"]);
    for (const _ of [1, 2])
      expect((await call("DELETE", `/admin/keys/${revoked.id}`, { token: await anAdmin() })).status).toBe(200);
    expect((await call("GET", "/admin/orders", { token: revoked.key })).body).toEqual(refused);
    expect((await call("GET", "/auth/me", { token: revoked.key })).body).toEqual(refused);

    const old = await aKey(["orders:read"]);
    await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${old.id}`;
    expect((await call("GET", "/admin/orders", { token: old.key })).body).toEqual(refused);

    const maker = await aMember("owner");
    const made = await aKey(["orders:read", "refunds:write"], maker.token);
    expect((await call("GET", "/admin/orders", { token: made.key })).status).toBe(200);
    // It may do what its maker may now.
    await change(maker.id, { staff: "counter", active: true });
    expect((await call("GET", "/admin/orders", { token: made.key })).status).toBe(200);
    const refund = await call("POST", "/admin/orders/1/refunds", { token: made.key, body: { amount: 1, reason: "x" } });
    expect(refund.body.permission).toBe("refunds:write");
    await change(maker.id, { staff: "owner", active: false });
    expect((await call("GET", "/admin/orders", { token: made.key })).body).toEqual(refused);
  });

  test("is refused without a name, a permission, or with an end that is over", async () => {
    const token = await anAdmin();
    const good = { name: "Till", permissions: ["orders:read"], expiresAt: null };
    for (const [wrong, field] of [
      [{ name: "" }, "name"],
      [{ permissions: [] }, "permissions"],
      [{ permissions: ["orders:delete"] }, "permissions.0"],
      [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
      [{ expiresAt: "soon" }, "expiresAt"],
    ] as const) {
      const { status, body } = await call("POST", "/admin/keys", { token, body: { ...good, ...wrong } });
      expect([field, status, body.errors?.[0]?.path]).toEqual([field, 422, field]);
    }
    expect((await call("DELETE", "/admin/keys/2147483647", { token })).status).toBe(404);
  });

  test("repeats with an Idempotency-Key what it did, and no other key's", async () => {
    const sweet = await aSweet();
    const [one, other] = [await aKey(["orders:write"]), await aKey(["orders:write"])];
    const headers = { "idempotency-key": unique("till-") };
    const sell = (key: string) =>
      call("POST", `/sweets/${sweet.id}/purchase`, { token: key, headers, body: { quantity: 1, payment: "cash" } });
    const answers = [await sell(one.key), await sell(one.key), await sell(other.key)];
    expect(answers.map(({ status, headers: sent }) => [status, sent.get("idempotency-replayed")])).toEqual([
      [200, null],
      [200, "true"],
      [200, null],
    ]);
    expect((await call("GET", `/sweets/${sweet.id}`)).body.quantity).toBe(8);
  });

  test("may ask 600 times a minute, whatever the address, and a limit of an address is not its own", async () => {
    const { key } = await aKey(["orders:write"]);
    const ask = () => call("GET", "/admin/orders?limit=1", { token: key, at: limited });
    const first = await ask();
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=600;w=60');
    await sql`update rate_limits set count = 600 where key like 'key:%' and count < 600`;
    const over = await ask();
    expect([over.status, over.body.code, Number(over.headers.get("retry-after")) > 0]).toEqual([
      429,
      "rate_limited",
      true,
    ]);
  });
});
