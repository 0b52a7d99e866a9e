// nightly: a program that sells and receives webhooks for a while; guards examples/till, lib/webhooks, lib/people
// examples/till: a program of somebody else that sells with a key and receives webhooks, run as its file says.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "@/scripts/ports";
import { aStockedInstance, aSweetBy, call, type Instance, order, until } from "./shop";

let shop: Instance;
let owner: string;
let customer: string;
let sweet: { id: number; name: string };
let other: { id: number; name: string };

beforeAll(async () => {
  const stocked = await aStockedInstance({ WEBHOOK_PRIVATE: "on" });
  ({ shop, owner } = stocked);
  customer = stocked.person.token;
  sweet = await aSweetBy(shop, owner, { price: 120 });
  other = await aSweetBy(shop, owner, { price: 80.5 });
});

const ask = async (method: string, where: string, body?: unknown) => {
  const answer = await call(shop, method, `/api/admin${where}`, { token: owner, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

const aKey = async (...permissions: string[]) =>
  (await ask("POST", "/keys", { name: "Till 1", permissions, expiresAt: null })) as { id: number; key: string };

/** Starts the till. `type` enters lines; `reads` waits for a text on its screen after what was read before. */
function startTill(env: Record<string, string>) {
  const till = spawn(process.execPath, ["examples/till/till.mjs"], {
    env: { ...process.env, SHOP_URL: shop.url, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void till.kill());
  const ended = once(till, "close").then(([code]) => code as number);
  let screen = "";
  let read = 0;
  till.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
  });
  return {
    ended,
    type: (...lines: string[]) => till.stdin.write(`${lines.join("\n")}\n`),
    async reads(text: RegExp) {
      let found: RegExpExecArray | null = null;
      await until(() => (found = text.exec(screen.slice(read))) !== null).catch(() => {
        throw new Error(`${text} does not appear:\n${screen.slice(read)}`);
      });
      const match = found as unknown as RegExpExecArray;
      read += match.index + match[0].length;
      return match;
    },
  };
}

test("sells several sweets in one order, takes one by telephone, and prints what customers order, once", async () => {
  const { key } = await aKey("orders:write", "payments:write");
  const port = await freePort();
  const at = `http://127.0.0.1:${port}/`;
  const webhook = await ask("POST", "/webhooks", { url: at, events: ["order.created", "order.cancelled"] });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-till-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const printer = path.join(folder, "printer");
  const printed = () => (fs.existsSync(printer) ? fs.readFileSync(printer, "utf8") : "");
  const till = startTill({ SHOP_KEY: key, WEBHOOK_SECRET: webhook.secret, PORT: String(port), PRINTER: printer });
  await till.reads(/Receiving webhooks/);

  // At the counter.
  till.type(`3 ${sweet.name}`, other.name, "no such sweet", `- ${other.name}`, other.name, "upi");
  await till.reads(/There is no "no such sweet"/);
  const [, sold] = await till.reads(/Order #(\d+): Rs\. 440\.50, paid/);
  const sale = await ask("GET", `/orders/${sold}`);
  expect(sale).toMatchObject({ status: "Completed", channel: "counter", payment: { method: "upi", state: "paid" } });
  expect(sale.items).toHaveLength(2);
  expect(sale.history.at(-1).by).toBe("Till 1");
  expect((await ask("GET", `/orders/${sold}/invoice`)).lines).toHaveLength(2);

  // By telephone: brought to a pincode that is served, in the first window, with an advance.
  till.type(`2 ${sweet.name}`, "phone", "98200 00000", "Asha Rao", "12 Marine Drive", "400002", "1", "100 upi");
  const [, phoned] = await till.reads(/Order #(\d+): Rs\. ([\d.]+), Rs\. [\d.]+ to be paid/);
  expect(await ask("GET", `/orders/${phoned}`)).toMatchObject({
    status: "Pending",
    customer: { name: "Asha Rao", phone: "98200 00000" },
    fulfilment: { method: "delivery", pincode: "400002", slot: { from: expect.any(String) } },
    payment: { state: "part_paid", paid: 100 },
  });
  await until(() => printed().includes(`ORDER #${phoned}  delivery, `));

  // On the website, and cancelled.
  const { body: ordered } = await order(shop, customer, [other.id]);
  await until(() => printed().includes(`ORDER #${ordered.id} `));
  expect(printed()).toContain(`  1 x ${other.name} `);
  await call(shop, "POST", `/api/orders/${ordered.id}/cancel`, { token: customer });
  await until(() => printed().includes(`ORDER #${ordered.id} WAS CANCELLED`));
  // What was handed over needs no slip.
  expect(printed()).not.toContain(`ORDER #${sold} `);

  // What comes again is not printed again.
  const deliveries = async () => (await ask("GET", `/webhooks/${webhook.id}/deliveries`)).items;
  const [first] = (await deliveries()).filter((one: { type: string }) => one.type === "order.cancelled");
  const before = printed();
  await ask("POST", `/webhooks/${webhook.id}/deliveries/${first.id}/resend`);
  await until(async () =>
    (await deliveries()).some(
      (one: typeof first) => one.id === first.id && one.attempts > 1 && one.state === "delivered",
    ),
  );
  expect(printed()).toBe(before);

  // What is not from the shop is refused.
  const forged = await fetch(at, {
    method: "POST",
    headers: {
      "webhook-id": randomUUID(),
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
    },
    body: JSON.stringify({ id: randomUUID(), type: "order.cancelled", data: { id: 1 } }),
  });
  expect([forged.status, printed()]).toEqual([401, before]);

  till.type("quit");
  expect(await till.ended).toBe(0);
});

test("sells once what the shop has sold although its answer was lost", async () => {
  const { key } = await aKey("orders:write");
  let lost = 0;
  const proxy = http.createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const { authorization = "", "idempotency-key": idempotencyKey } = request.headers;
    const answer = await fetch(shop.url + request.url, {
      method: request.method,
      headers: {
        authorization,
        ...(idempotencyKey && { "idempotency-key": String(idempotencyKey), "content-type": "application/json" }),
      },
      body: request.method === "POST" ? Buffer.concat(body) : undefined,
    });
    const text = await answer.text();
    if (request.method === "POST" && lost++ === 0) request.socket.destroy();
    else response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());

  const few = await aSweetBy(shop, owner, { stock: 10 });
  const till = startTill({
    SHOP_KEY: key,
    SHOP_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  });
  till.type(`3 ${few.name}`, "cash");
  await till.reads(/No answer. Trying again/);
  await till.reads(/Order #\d+: Rs\. 300\.00, paid/);
  expect(lost).toBe(2);
  const { body } = await call(shop, "GET", `/api/sweets/${few.id}`);
  expect(body.quantity).toBe(7);

  // More than there is: the shop's words, and what was typed stays.
  till.type(`8 ${few.name}`, "cash");
  await till.reads(/Only 7 items available in stock/);
  till.type(`- ${few.name}`, `7 ${few.name}`, "card");
  await till.reads(/Order #\d+: Rs\. 700\.00, paid/);
});

test("says at once that its key is not good enough, and ends", async () => {
  const narrow = startTill({ SHOP_KEY: (await aKey("sweets:read")).key });
  await narrow.reads(/orders:read/);
  expect(await narrow.ended).toBe(1);

  const { id, key } = await aKey("orders:write");
  await ask("DELETE", `/keys/${id}`);
  const revoked = startTill({ SHOP_KEY: key });
  expect(await revoked.ended).toBe(1);
});
