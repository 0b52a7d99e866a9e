// One key, one order (docs/behaviour.md#idempotency).
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { firstCartToken, type StoredResponse, withIdempotency } from "@/lib/http/idempotency";
import { placeOrder } from "@/lib/orders/place";
import { listOrders } from "@/lib/orders/queries";
import { atOnce, done, expectStockRight, refusal, refusals, unitsOf } from "../support/database";
import { aCustomer, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";

let buyer: Customer;
beforeEach(async () => {
  buyer = await aCustomer();
});
afterAll(() => expectStockRight());

const api = { channel: "api" } as const;

describe("the same key", () => {
  const key = () => crypto.randomUUID();
  const order = (sweet: { id: number }, k: string, hash = "same", units = 1) =>
    withIdempotency(
      writeDb(),
      `user:${buyer.id}`,
      k,
      hash,
      async (tx): Promise<StoredResponse> => ({
        status: 201,
        json: JSON.stringify(await placeOrder(buyer, anOrder([[sweet, units]]), api, tx)),
        location: "/api/orders/1",
      }),
    );

  test("30 times at once makes one order; requests while it runs are refused, later ones get its response", async () => {
    const [sweet, k] = [await aSweet({ quantity: 100 }), key()];
    const tries = await atOnce(30, () => order(sweet, k));
    expect(Object.keys(refusals(tries)).filter((code) => code !== "idempotency_key_in_use")).toEqual([]);
    const answers = done(tries);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await listOrders(buyer)).toHaveLength(1);
    const { replayed, ...again } = await order(sweet, k);
    expect(replayed).toBe(true);
    const { replayed: _, ...first } = answers.find((answer) => !answer.replayed)!;
    expect(again).toEqual(first);
    expect(await unitsOf(sweet.id)).toEqual({ free: 99, held: 0, sold: 1 });
  });

  test("with another body is refused, and under another person is another key", async () => {
    const [sweet, k] = [await aSweet(), key()];
    await order(sweet, k);
    expect(await refusal(order(sweet, k, "other"))).toMatchObject({ code: "idempotency_key_reused" });
    buyer = await aCustomer();
    expect((await order(sweet, k, "other")).replayed).toBe(false);
  });

  test("is free again after a refusal and after a fault", async () => {
    const [sweet, k] = [await aSweet({ quantity: 1 }), key()];
    expect(await refusal(order(sweet, k, "two", 2))).toMatchObject({ code: "insufficient_stock" });
    await expect(
      withIdempotency(writeDb(), `user:${buyer.id}`, k, "fault", () => Promise.reject(new Error("fault"))),
    ).rejects.toThrow("fault");
    expect((await order(sweet, k, "one")).replayed).toBe(false);
  });

  test("is another key after 24 hours", async () => {
    const [sweet, k] = [await aSweet(), key()];
    await order(sweet, k);
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${k}`;
    expect((await order(sweet, k, "another day")).replayed).toBe(false);
    expect((await order(sweet, k, "another day")).replayed).toBe(true);
  });
});

test("a key leads to a visitor's first cart only from the same address, and only when it cannot be guessed", () => {
  const key = crypto.randomUUID();
  const token = firstCartToken(key, "203.0.113.7");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(firstCartToken(key, "203.0.113.7")).toBe(token);
  expect(firstCartToken(key, "203.0.113.8")).not.toBe(token);
  expect(firstCartToken(crypto.randomUUID(), "203.0.113.7")).not.toBe(token);
  expect(firstCartToken("x".repeat(15), "203.0.113.7")).toBeNull();
  expect(firstCartToken("x".repeat(16), "203.0.113.7")).not.toBeNull();
});
