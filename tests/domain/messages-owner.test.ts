// Beside sending (docs/behaviour.md#messages): the owner's list, and tracking links.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { markHandled, sendAgain } from "@/lib/messages/admin-commands";
import { countOpenMessages, listMessages } from "@/lib/messages/admin-queries";
import { trackedOrder, trackingToken } from "@/lib/messages/links";
import { findShownOrder } from "@/lib/messages/order-whatsapp";
import { findTrackedOrder } from "@/lib/messages/tracking-queries";
import { placeOrder } from "@/lib/orders/place";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { recordedNow } from "./clock";

const all = { show: "all", page: 1, pageSize: 20 } as const;
let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  admin = await anAdmin();
});
beforeEach(async () => {
  await sql`delete from messages`;
  buyer = await aCustomer();
});

async function order() {
  const sweet = await aSweet({ quantity: 100, price: 500, name: "Kaju Katli" });
  return placeOrder(buyer, anOrder([[sweet, 2]]), { channel: "web" }, pool);
}
const setState = (state: string) => sql`update messages set state = ${state}`;
const idOf = async (kind: string) => (await sql`select id from messages where kind = ${kind}`)[0]?.id as number;

describe("an order's link to WhatsApp", () => {
  const textOf = async (id: number) => {
    const { whatsapp } = await findShownOrder(admin, id);
    return whatsapp && new URL(whatsapp).searchParams.get("text");
  };

  test("says how the order stands, with the link to follow it", async () => {
    const { id } = await order();
    await sql`update orders set phone_number = '98200 12345' where id = ${id}`;
    expect((await findShownOrder(admin, id)).whatsapp).toMatch(/^https:\/\/wa\.me\/919820012345\?text=/);
    const received = await textOf(id);
    expect(received).toContain(`We have received your order #${id}`);
    expect(received).toContain(trackingToken(id));
    await setOrderStatus(admin, id, "Shipped", pool);
    expect(await textOf(id)).toContain(`Your order #${id} has left the shop.`);
  });

  test("is left out without a number that WhatsApp can have", async () => {
    const { id } = await order();
    await sql`update orders set phone_number = '022 2445 1234' where id = ${id}`;
    expect(await textOf(id)).toBeNull();
  });
});

describe("the owner's list", () => {
  test("has each message with its text and with links, newest first", async () => {
    const { id } = await order();
    const { items, meta } = await listMessages(admin, all);
    expect(meta).toEqual({ page: 1, total: 2, totalPages: 1 });
    expect(items.map(({ name }) => name)).toEqual(["New or changed order", "Order received"]);
    const { letter } = items[1]!;
    expect(letter).toMatchObject({ to: buyer.email, subject: `We have your order #${id}` });
    expect(letter?.text).toContain("2 × Kaju Katli  ₹1,000");
    expect(letter?.whatsapp).toMatch(/^https:\/\/wa\.me\/919820000000\?text=/);
    expect(letter?.mailto).toContain(`mailto:${buyer.email}?subject=`);
    // The owner's own message is not for the customer.
    expect(items[0]?.letter).toMatchObject({ to: "orders@mithaas.example", whatsapp: null });
  });

  test("is filtered by state, and says how many there are to look at", async () => {
    await order();
    expect(await countOpenMessages(admin)).toBe(2);
    await setState("failed");
    expect((await listMessages(admin, { ...all, show: "failed" })).meta.total).toBe(2);
    expect((await listMessages(admin, { ...all, show: "waiting" })).meta.total).toBe(0);
    expect(await countOpenMessages(admin)).toBe(0);
  });

  test("marks a message as done, but not one that is being sent or was", async () => {
    await order();
    const id = await idOf("order_received");
    await markHandled(admin, id, pool);
    expect((await listMessages(admin, { ...all, show: "handled" })).meta.total).toBe(1);
    for (const state of ["sending", "sent", "handled"]) {
      await setState(state);
      expect(await refusal(markHandled(admin, id, pool))).toMatchObject({ code: "conflict" });
    }
    expect(await refusal(markHandled(admin, 2_000_000_000, pool))).toMatchObject({ code: "not_found" });
  });

  test("sends nothing again where there is no mail", async () => {
    await order();
    await setState("failed");
    expect(await refusal(sendAgain(admin, await idOf("new_order"), pool))).toMatchObject({ code: "conflict" });
  });

  test("says of the message of a person who has gone that nobody gets it", async () => {
    await order();
    await sql`delete from users where id = ${buyer.id}`;
    const { items } = await listMessages(admin, all);
    expect(items[1]).toMatchObject({ letter: null, note: expect.stringContaining("deleted") });
  });
});

describe("a tracking link", () => {
  test("shows the order, and nothing of whose it is", async () => {
    const { id } = await order();
    const tracked = await findTrackedOrder(trackingToken(id));
    expect(tracked).toMatchObject({
      id,
      status: "Pending",
      items: [{ name: "Kaju Katli", quantity: 2 }],
      payment: { method: "cod", state: "unpaid" },
    });
    expect(JSON.stringify(tracked)).not.toMatch(/Somebody|Some Road|98200|500|1000|@/);
  });

  test("works only as the shop has made it", async () => {
    const { id } = await order();
    const token = trackingToken(id);
    expect(token).toMatch(/^\d+-[\w-]{43}$/);
    expect(trackedOrder(token)).toBe(id);
    const [, signature = ""] = token.split(/-(.*)/);
    const wrong = [
      `${id + 1}-${signature}`,
      `${id}-${"A".repeat(43)}`,
      token.slice(0, -1),
      `${token}A`,
      `0${token}`,
      `${id}-`,
      String(id),
      "",
      `99999999999-${signature}`,
      `2147483648-${signature}`,
    ];
    // The last character has two bits that no byte uses.
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      if (last !== token.at(-1)) wrong.push(token.slice(0, -1) + last);
    for (const text of wrong) expect([text, await findTrackedOrder(text)]).toEqual([text, null]);
    expect(await findTrackedOrder(trackingToken(2_147_483_647))).toBeNull();
  });

  test("ends 90 days after the order was done, and with the account", async () => {
    const { id } = await order();
    const isShown = async (days: number, of = id) =>
      (await findTrackedOrder(trackingToken(of), await recordedNow(days))) !== null;
    expect(await isShown(91)).toBe(true);
    await setOrderStatus(admin, id, "Completed", pool);
    expect([await isShown(89), await isShown(91)]).toEqual([true, false]);
    const other = await order();
    await sql`delete from users where id = ${buyer.id}`;
    expect(await isShown(0, other.id)).toBe(false);
  });
});
