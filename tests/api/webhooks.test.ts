// Webhooks over HTTP (docs/integrations.md#webhooks). What is sent: tests/domain/webhooks.test.ts. Who may: tests/api/permissions.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventTypes } from "@/lib/webhooks/constants";
import { document } from "./contract";
import { theMember } from "./people";
import { aBrowser, aCustomer, anAdmin, anOrder, aSweet, base, call, sql } from "./shop";

let token: string;
beforeAll(async () => {
  token = await anAdmin();
});
afterAll(() => sql`delete from webhooks`);

// No name server knows it.
const url = "https://erp.invalid/hook?of=mithaas";
const wanted = { url, events: ["order.created"] };
const aWebhook = async () => (await call("POST", "/admin/webhooks", { token, body: wanted })).body;

test("are added, changed, tested and deleted; the secret is shown once", async () => {
  const { status, body: made } = await call("POST", "/admin/webhooks", {
    token,
    body: { url, events: ["stock.out", "order.created", "stock.out"] },
  });
  expect(status).toBe(201);
  const { secret, ...row } = made;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(row).toEqual({
    id: expect.any(Number),
    url,
    events: ["order.created", "stock.out"],
    active: true,
    createdAt: expect.any(String),
  });
  const list = async () => (await call("GET", "/admin/webhooks", { token })).body;
  expect(await list()).toContainEqual(row);
  const at = `/admin/webhooks/${row.id}`;

  const renewed = await call("POST", `${at}/secret`, { token });
  expect([renewed.status, renewed.body.secret === secret]).toEqual([200, false]);
  const tested = await call("POST", `${at}/test`, { token });
  expect(tested).toMatchObject({ status: 202, body: { type: "test", state: "pending" } });
  const { body: sent } = await call("GET", `${at}/deliveries`, { token });
  expect(sent).toMatchObject({
    items: [{ id: tested.body.id, status: null, nextAt: expect.any(String) }],
    meta: { page: 1, total: 1, totalPages: 1 },
  });
  const again = await call("POST", `${at}/deliveries/${tested.body.id}/resend`, { token });
  expect(again).toMatchObject({ status: 202, body: { id: tested.body.id, state: "pending" } });
  expect((await call("POST", `${at}/deliveries/1/resend`, { token })).status).toBe(404);

  const changed = { url: "https://erp.invalid/other", events: ["enquiry.created"], active: false };
  expect((await call("PUT", at, { token, body: changed })).body).toEqual({ ...row, ...changed });
  expect((await call("POST", `${at}/test`, { token })).status).toBe(409);
  expect((await call("POST", `${at}/deliveries/${tested.body.id}/resend`, { token })).status).toBe(409);

  const audit =
    await sql`select action, text, changes from audit_log where noun = 'webhooks' and noun_id = ${String(row.id)} order by id`;
  expect(audit.map(({ action }) => action)).toEqual(["create", "new secret", "test", "send again", "change"]);
  expect(audit[0]?.text).toMatch(/ added the webhook to erp\.invalid$/);
  expect(audit.at(-1)?.changes).toMatchObject({ active: [true, false] });
  expect(JSON.stringify(audit)).not.toMatch(/whsec_|hook\?of|other/);

  expect((await call("DELETE", at, { token })).status).toBe(200);
  for (const [method, path] of [
    ["DELETE", at],
    ["POST", `${at}/test`],
    ["POST", `${at}/secret`],
    ["GET", `${at}/deliveries`],
  ] as const)
    expect([path, (await call(method, path, { token })).status]).toEqual([path, 404]);
  expect((await call("PUT", at, { token, body: changed })).status).toBe(404);
});

describe("an address is refused", () => {
  test.each([
    ["without https", "http://erp.invalid/hook", "Please enter an address that begins with https://"],
    ["of another scheme", "ftp://erp.invalid", "Please enter an address that begins with https://"],
    ["that is none", "erp.invalid", "Please enter an address that begins with https://"],
    ["of two lines", "https://erp.invalid/\r\nX-More: 1", "Please enter an address that begins with https://"],
    ["with a user", "https://me@erp.invalid", "Leave user and password out"],
    ["with a password", "https://me:secret@erp.invalid", "Leave user and password out"],
    ...[
      "https://127.0.0.1",
      "https://localhost:3000",
      "https://10.1.2.3",
      "https://169.254.169.254/latest/meta-data",
      "https://100.64.0.1",
      "https://0x7f000001",
      "https://[::1]",
      "https://[fd00::1]",
      "https://[::ffff:192.168.0.1]",
      "https://[64:ff9b::7f00:1]",
      "https://[2002:7f00:1::]",
    ].map((address) => [`that is private: ${address}`, address, "This is no public address"]),
  ])("%s", async (_, address, text) => {
    const { id } = await aWebhook();
    for (const [method, path] of [
      ["POST", "/admin/webhooks"],
      ["PUT", `/admin/webhooks/${id}`],
    ] as const) {
      const body = { ...wanted, url: address, active: true };
      const { status, body: problem } = await call(method, path, { token, body });
      expect([status, problem.errors]).toEqual([422, [{ path: "url", message: text }]]);
    }
    await call("DELETE", `/admin/webhooks/${id}`, { token });
  });
});

test("events are some of those that there are", async () => {
  for (const events of [[], ["order.lost"], "order.created", undefined]) {
    const { status } = await call("POST", "/admin/webhooks", { token, body: { url, events } });
    expect([events, status]).toEqual([events, 422]);
  }
});

test("there are 20 at most", async () => {
  await sql`delete from webhooks`;
  for (let n = 0; n < 20; n++) expect((await aWebhook()).id).toBeTypeOf("number");
  expect((await call("POST", "/admin/webhooks", { token, body: wanted })).status).toBe(409);
  await sql`delete from webhooks`;
});

test("what happens is sent by the shop's job, and an attempt that fails is listed with the next one", async () => {
  const { id } = await aWebhook();
  await anOrder(await aCustomer(), (await aSweet()).id);
  const first = async () => (await call("GET", `/admin/webhooks/${id}/deliveries`, { token })).body.items[0];
  await expect.poll(async () => (await first())?.attempts, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(await first()).toMatchObject({ type: "order.created", state: "pending", status: null });
  await call("DELETE", `/admin/webhooks/${id}`, { token });
});

test("the page is the owner's", async () => {
  const { id } = await aWebhook();
  const shown = async (cookie: string, path: string) => {
    const response = await fetch(base + path, { headers: { cookie }, redirect: "manual" });
    return [response.status, (await response.text()).includes("erp.invalid")];
  };
  const owner = await aBrowser({ email: process.env.TEST_ADMIN_EMAIL ?? "" });
  const manager = await aBrowser(await theMember("manager"));
  for (const path of ["/admin/webhooks", `/admin/webhooks/${id}`]) {
    expect(await shown(owner, path)).toEqual([200, true]);
    expect(await shown(manager, path)).toEqual([307, false]);
    expect(await shown("", path)).toEqual([307, false]);
  }
  const [status] = await shown(owner, "/admin/webhooks/2147483647");
  expect(status).toBe(404);
  await call("DELETE", `/admin/webhooks/${id}`, { token });
});

test("the document has every event with its body", () => {
  const { webhooks } = document as unknown as { webhooks: Record<string, { post: { requestBody: unknown } }> };
  expect(Object.keys(webhooks)).toEqual([...eventTypes, "test"]);
  expect(JSON.stringify(webhooks["order.created"]?.post.requestBody)).toContain("#/components/schemas/AdminOrder");
});
