// Locks are taken in one order (lib/stock/moves.ts), which rules out deadlocks: whoever waits for one has taken none of those after it.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { acceptSamples } from "@/lib/catalogue/commands";
import { withIdempotency } from "@/lib/http/idempotency";
import { moveOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { placeOrder } from "@/lib/orders/place";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { deleteAccount } from "@/lib/people/account-commands";
import { oldestNamedDay, purgeByRetention } from "@/lib/people/privacy-commands";
import { hold, lockOf, refusal, waitingForALock } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { saveWindows } from "../support/settings";
import { pool, sql } from "../support/sql";
import { aMember, PASSWORD } from "./people";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));

const admin = await anAdmin();

// Asked when the windows of a refusal are read.
const probe = vi.hoisted(() => ({ isFree: async () => false, seen: [] as boolean[] }));
vi.mock("@/lib/delivery/queries", async (original) => {
  const real = await original<typeof import("@/lib/delivery/queries")>();
  const alternativesTo: typeof real.alternativesTo = async (...asked) => {
    probe.seen.push(await probe.isFree());
    return real.alternativesTo(...asked);
  };
  return { ...real, alternativesTo };
});

/** Runs `work` while somebody has locked the first of two rows; whether the second one is free while `work` waits. */
async function isSecondFree(
  table: "sweets" | "orders",
  [first, second]: [number, number],
  work: () => Promise<unknown>,
) {
  // A row that was changed lies behind the others: a scan of the table finds it last.
  await sql`update ${sql(table)} set updated_at = updated_at where id = ${first}`;
  const lock = await hold((on) => on`select 1 from ${on(table)} where id = ${first} for no key update`);
  const done = work();
  await waitingForALock();
  const free = await sql`select 1 from ${sql(table)} where id = ${second} for no key update skip locked`;
  await lock.release();
  await done;
  return free.length === 1;
}

const orderOf = async (buyer: Customer, sweet: { id: number }) =>
  (await placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "api" }, pool)).id;

test("the sweets that came with the shop are accepted by id", async () => {
  // By category they come the other way round.
  const [first, second] = [await aSweet({ category: "Traditional Sweets" }), await aSweet({ category: "Cakes" })];
  await sql`update sweets set sample = id in (${first.id}, ${second.id})`;
  expect(await isSecondFree("sweets", [first.id, second.id], () => acceptSamples(admin, pool))).toBe(true);
});

test("the orders of an account that is deleted are locked by id", async () => {
  const { user } = await aMember();
  const sweet = await aSweet();
  const ids: [number, number] = [await orderOf(user, sweet), await orderOf(user, sweet)];
  expect(await isSecondFree("orders", ids, () => deleteAccount(user, PASSWORD))).toBe(true);
});

test("the orders whose person's time is over are locked by id", async () => {
  const [buyer, sweet] = [await aCustomer(), await aSweet()];
  const ids: [number, number] = [await orderOf(buyer, sweet), await orderOf(buyer, sweet)];
  const now = new Date("2026-11-23T04:00:00Z");
  const over = `${oldestNamedDay(now)}T00:00:00Z`;
  await sql`update orders set created_at = ${over}::timestamptz - id * interval '1 day' where id = any(${ids})`;
  expect(await isSecondFree("orders", ids, () => purgeByRetention(undefined, now))).toBe(true);
});

test("the sales of the sweets of an order that is changed are locked by id, though the first one comes and the second goes", async () => {
  const [buyer, first, second] = [await aCustomer(), await aSweet(), await aSweet()];
  await orderOf(buyer, first);
  const id = await orderOf(buyer, second);
  const lock = await hold((on) => on`select 1 from sweet_sales where sweet_id = ${first.id} for no key update`);
  const done = changeItems(admin, id, { items: [{ productId: first.id, quantity: 1 }] }, pool);
  await waitingForALock();
  const free = await sql`select 1 from sweet_sales where sweet_id = ${second.id} for no key update skip locked`;
  await lock.release();
  await done;
  expect(free).toHaveLength(1);
});

test("an order that is moved to a full window of its day waits for no sweet, since it has locked the window", async () => {
  const [sweet, date] = [await aSweet(), "2026-11-24"];
  const [full, free] = [
    { from: "10:00", to: "13:00", capacity: 0 },
    { from: "14:00", to: "16:00", capacity: 5 },
  ];
  await saveWindows({ dates: [{ date, windows: [full, free] }] });
  const delivery = { pincode: "400028", slot: { date, from: free.from } };
  const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]], { delivery }), { channel: "api" }, pool);
  const lock = await hold(lockOf(sweet));
  expect(await refusal(moveOrder(admin, id, { date, from: full.from, force: false }, pool))).toMatchObject({
    code: "slot_full",
    alternatives: [{ date, from: free.from }, {}, {}],
  });
  await lock.release();
});

describe("the windows that have a place are read when a refused order has given its locks back", () => {
  const date = "2026-11-25";
  const [full, free] = [
    { from: "10:00", to: "13:00", capacity: 1 },
    { from: "14:00", to: "16:00", capacity: 5 },
  ];
  const refused = { code: "slot_full", alternatives: [{ date, from: free.from }, {}, {}] };
  let buyer: Customer;
  let sweet: { id: number };
  beforeEach(async () => {
    [buyer, sweet] = [await aCustomer(), await aSweet()];
    await sql`delete from slot_places where date = ${date}`;
    await saveWindows({ dates: [{ date, windows: [full, free] }] });
    probe.seen = [];
    probe.isFree = async () => {
      const sweets = await sql`select 1 from sweets where id = ${sweet.id} for no key update skip locked`;
      const places = await sql`select 1 from slot_places where date = ${date} for no key update skip locked`;
      return sweets.length === 1 && places.length === 1;
    };
  });
  const order = (from: string, db = pool) => {
    const delivery = { pincode: "400028", slot: { date, from } };
    return placeOrder(buyer, anOrder([[sweet, 1]], { delivery }), { channel: "api" }, db);
  };

  test("without a key", async () => {
    await order(full.from);
    expect(await refusal(order(full.from))).toMatchObject(refused);
    expect(probe.seen).toEqual([true]);
  });

  test("with a key, which is free again", async () => {
    await order(full.from);
    const withKey = (from: string) =>
      withIdempotency(writeDb(), `user:${buyer.id}`, "a key", from, async (tx) => ({
        status: 201,
        json: JSON.stringify(await order(from, tx)),
      }));
    expect(await refusal(withKey(full.from))).toMatchObject(refused);
    expect(probe.seen).toEqual([true]);
    expect(await withKey(free.from)).toMatchObject({ status: 201, replayed: false });
  });

  test("that is taken up again together with its money", async () => {
    const { id, total } = await order(full.from);
    await setOrderStatus(admin, id, "Cancelled", pool);
    await order(full.from);
    const completed = setOrderStatus(admin, id, "Completed", pool, { received: total });
    expect(await refusal(completed)).toMatchObject(refused);
    expect(probe.seen).toEqual([true]);
  });
});
