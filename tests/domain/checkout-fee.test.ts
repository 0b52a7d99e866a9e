// The checkout charges no delivery fee above the one that the shopper was shown.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { writeDb } from "@/db/client";
import { checkout } from "@/lib/orders/checkout";
import { checkoutForm } from "@/lib/orders/schema";
import { refusal } from "../support/database";
import { aCustomer, aSweet } from "../support/factories";
import { sql } from "../support/sql";

test("an order whose fee is above the shown one is refused and leaves nothing; at or below it is placed", async () => {
  const customer = await aCustomer();
  const sweet = await aSweet({ price: 400, quantity: 9 });
  const form = (fee: string | undefined, quantity: number) =>
    checkoutForm.parse({
      recipientName: "Sunita",
      deliveryAddress: "14 Shivaji Park Road",
      phoneNumber: "98200 12345",
      pincode: "400028",
      key: randomUUID(),
      items: JSON.stringify([{ productId: sweet.id, quantity }]),
      ...(fee !== undefined && { fee }),
    });
  const order = (fee: string | undefined, quantity = 1) =>
    writeDb().transaction((tx) => checkout(customer, form(fee, quantity), tx));

  expect(await refusal(order("48.99"))).toMatchObject({
    code: "price_changed",
    message: "Delivery costs ₹49. Please check the new total.",
  });
  const [stored] = await sql`select (select count(*)::int from orders where user_id = ${customer.id}) as orders,
    (select quantity from sweets where id = ${sweet.id}) as free`;
  expect(stored).toEqual({ orders: 0, free: 9 });

  for (const shown of ["49", "59", undefined]) {
    const placed = await order(shown);
    expect(placed.fulfilment.fee).toBe(49);
    expect(placed.total).toBe(449);
  }
  // Free from ₹1,000.
  expect((await order("0", 3)).fulfilment.fee).toBe(0);
});
