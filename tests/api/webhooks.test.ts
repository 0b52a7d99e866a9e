// Webhooks over HTTP (docs/integrations.md#webhooks). What is sent: tests/domain/webhooks.test.ts. Who may: tests/api/permissions.test.ts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventTypes } from "@/db/constants/webhooks";
import { document } from "./contract";
import { theMember } from "./people";
import { aBrowser, aCustomer, admin, anAdmin, anOrder, aSweet, base, call, sql } from "./shop";

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

// Which addresses are private: tests/unit/webhooks.test.ts.
test.each([
  ["http://erp.invalid/hook", "Please enter an address that begins with https://"],
  ["ftp://erp.invalid", "Please enter an address that begins with https://"],
  ["erp.invalid", "Please enter an address that begins with https://"],
  ["https://erp.invalid/\r\nX-More: 1", "Please enter an address that begins with https://"],
  ["https://me@erp.invalid", "Leave user and password out"],
  ["https://me:secret@erp.invalid", "Leave user and password out"],
  ["https://127.0.0.1", "This is no public address"],
  ["https://localhost:3000", "This is no public address"],
  ["https://0x7f000001", "This is no public address"],
  ["https://[::1]", "This is no public address"],
])("the address %j is refused", async (address, text) => {
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

test("the page of one is the owner's", async () => {
  const { id } = await aWebhook();
  const manager = await theMember("manager");
  for (const [cookie, expected] of [
    [await aBrowser(admin), [200, true]],
    [await aBrowser(manager), [307, false]],
    ["", [307, false]],
  ] as const) {
    const response = await fetch(`${base}/admin/webhooks/${id}`, { headers: { cookie }, redirect: "manual" });
    expect([response.status, (await response.text()).includes("erp.invalid")]).toEqual(expected);
  }
  await call("DELETE", `/admin/webhooks/${id}`, { token });
});

test("the document has every event with its body", () => {
  const { webhooks } = document as unknown as { webhooks: Record<string, { post: { requestBody: unknown } }> };
  expect(Object.keys(webhooks)).toEqual([...eventTypes, "test"]);
  expect(JSON.stringify(webhooks["order.created"]?.post.requestBody)).toContain("#/components/schemas/AdminOrder");
});
