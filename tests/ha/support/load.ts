// Customers who order, visitors who look, and what must be true of both afterwards.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { withTimeLimit } from "@/scripts/time-limit";

export type Buyer = { id: number; token: string };
export type Placed = {
  key: string;
  order: number;
  sweet: number;
  quantity: number;
  began: number;
  at: number;
  tries: number;
};

export const delivery = {
  recipientName: "Asha Rao",
  deliveryAddress: "12 Marine Drive, Mumbai",
  phoneNumber: "98200 00000",
};

/**
 * Buyers who order one after the other until `stop`, all at once, each order under a key of its own. Every fourth order begins in
 * the cart. An order that is not answered with 201 is sent again with its key, when the answer says so or after half a second,
 * until it is: what is in `placed` was acknowledged.
 */
export function startCheckouts(url: string, buyers: Buyer[], sweets: number[], { pauseMs = 1_000 } = {}) {
  const placed: Placed[] = [];
  const refused = new Map<string, number>();
  let running = true;

  const post = async (where: string, token: string, body: object, key: string) => {
    try {
      const [response, text] = await withTimeLimit(15_000, async (signal) => {
        const got = await fetch(url + where, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
          body: JSON.stringify(body),
          signal,
        });
        return [got, await got.text()] as const;
      });
      const isJson = /json/.test(response.headers.get("content-type") ?? "");
      return {
        status: response.status,
        body: isJson ? JSON.parse(text) : {},
        wait: response.headers.get("retry-after"),
      };
    } catch {
      return { status: 0, body: {}, wait: null };
    }
  };

  /** Sends it until it is acknowledged; counts the answers in between. */
  async function insist(where: string, token: string, body: object, key: string, success: number) {
    for (let tries = 1; ; tries++) {
      const answer = await post(where, token, body, key);
      if (answer.status === success) return { body: answer.body, tries };
      const code = `${answer.status} ${answer.body.code ?? ""}`.trim();
      refused.set(code, (refused.get(code) ?? 0) + 1);
      const mayRetry = [0, 502, 503, 504].includes(answer.status) || answer.body.code === "idempotency_key_in_use";
      if (!mayRetry) throw new Error(`POST ${where}: ${code} ${JSON.stringify(answer.body)}`);
      await sleep(answer.wait ? Number(answer.wait) * 1_000 * (0.5 + Math.random() / 2) : 500);
    }
  }

  const buy = async ({ token }: Buyer, n: number) => {
    await sleep(Math.random() * pauseMs);
    for (let i = n; running; i++) {
      const [sweet, quantity, key, began] = [
        sweets[i % sweets.length] as number,
        1 + (i % 3),
        randomUUID(),
        performance.now(),
      ];
      if (i % 4 === 0) await insist("/api/cart/reserve", token, { productId: sweet, quantity }, `cart-${key}`, 200);
      const input = { items: [{ productId: sweet, quantity }], delivery };
      const { body, tries } = await insist("/api/orders", token, input, key, 201);
      placed.push({ key, order: body.id, sweet, quantity, began, at: performance.now(), tries });
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  };
  const all = Promise.all(buyers.map(buy));
  all.catch(() => (running = false)); // reported by stop()
  return {
    placed,
    refused,
    /** Each buyer finishes the order that is under way. */
    async stop() {
      running = false;
      await all;
    },
    /** The longest time in milliseconds for which nobody's order was acknowledged, from a moment on. */
    longestGap(from: number, to = performance.now()) {
      const times = [from, ...placed.map(({ at }) => at).filter((at) => at > from && at < to), to];
      return Math.max(...times.slice(1).map((at, i) => at - (times[i] as number)));
    },
  };
}

/** Looks at pages all the time, one after the other at an interval. */
export function watchPages(url: string, pages: string[], intervalMs = 150) {
  const failed: string[] = [];
  let [asked, slowest, running] = [0, 0, true];
  const look = async (page: string) => {
    while (running) {
      const began = performance.now();
      const status = await withTimeLimit(10_000, async (signal) => {
        const response = await fetch(url + page, { signal });
        const text = await response.text();
        return text.includes("</html>") ? `${response.status}` : `${response.status} without a page`;
      }).catch((error: Error) => `${error.name} ${error.message}`);
      asked++;
      slowest = Math.max(slowest, performance.now() - began);
      if (status !== "200") failed.push(`${page}: ${status}`);
      await sleep(intervalMs);
    }
  };
  const all = Promise.all(pages.map(look));
  return {
    async stop() {
      running = false;
      await all;
      return { asked, failed, slowest };
    },
  };
}

/**
 * Compares what was acknowledged with what a database has: each key has its one order of that buyer, there is no order besides, and the
 * units that are missing from the stock are those that were sold. Gives a line for each difference.
 */
export async function differences(
  sql: postgres.Sql,
  buyers: Buyer[],
  placed: Placed[],
  stock: Map<number, number>,
): Promise<string[]> {
  const orders = await sql<{ id: number }[]>`select id from orders where user_id in ${sql(buyers.map(({ id }) => id))}`;
  const keys = await sql<{ key: string; order: number }[]>`
    select key, (response ->> 'json')::jsonb ->> 'id' as order from idempotency_keys
    where scope in ${sql(buyers.map(({ id }) => `user:${id}`))} and key not like 'cart-%'`;
  const [stored, orderOf] = [
    new Set(orders.map(({ id }) => Number(id))),
    new Map(keys.map(({ key, order }) => [key, Number(order)])),
  ];
  const lost = placed
    .filter(({ order }) => !stored.has(order))
    .map(({ key, order }) => `lost: order ${order} of ${key}`);
  const other = placed
    .filter(({ key, order }) => orderOf.get(key) !== order)
    .map(({ key, order }) => `${key} made ${orderOf.get(key)}, answered ${order}`);
  const acknowledged = new Set(placed.map(({ order }) => order));
  const more = [...stored]
    .filter((id) => !acknowledged.has(id))
    .map((id) => `never acknowledged, or made twice: order ${id}`);
  const sold = new Map<number, number>();
  for (const { sweet, quantity } of placed) sold.set(sweet, (sold.get(sweet) ?? 0) + quantity);
  const left = await sql<
    { id: number; quantity: number }[]
  >`select id, quantity from sweets where id in ${sql([...stock.keys()])}`;
  const wrong = left
    .filter(({ id, quantity }) => quantity !== (stock.get(id) ?? 0) - (sold.get(id) ?? 0))
    .map(({ id, quantity }) => `sweet ${id}: ${quantity} left of ${stock.get(id)}, ${sold.get(id)} sold`);
  return [...lost, ...other, ...more, ...wrong];
}
