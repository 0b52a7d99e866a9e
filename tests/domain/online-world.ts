// What tests of payment online share: orders that are to be paid by the stand-in of the gateway. Import it first, as ./gateway.

import "./gateway";
import { afterAll, beforeAll } from "vitest";
import { writeAtOnce } from "@/db/write-slots";
import type { Customer } from "@/lib/auth/actor";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { placeOrder } from "@/lib/orders/place";
import { openCheckout } from "@/lib/payments/online-commands";
import { anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool } from "../support/sql";
import { gateway } from "./gateway";
import { setSettings } from "./set-settings";

export { gateway };
export let admin: Member;
beforeAll(async () => {
  admin = await anAdmin();
  await setSettings("payments", { online: { active: true, holdMinutes: 30 } });
});
afterAll(() => gateway.close());

/** An order of ₹500 that is to be paid online. */
export async function onlineOrder(buyer: Customer) {
  const sweet = await aSweet({ quantity: 100, price: 500 });
  const order = await placeOrder(buyer, anOrder([[sweet, 1]], { payment: "online" }), { channel: "api" }, pool);
  return { ...order, sweet };
}

/** The gateway's order for what is due of an order. */
export const gatewayOrderOf = async (buyer: Customer, id: number) =>
  (await openCheckout(buyer, id, writeAtOnce)).orderId;

export const orderNow = (id: number) => findAnyOrder(admin, id);
