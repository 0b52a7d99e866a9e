// The totals that lists and reports read are those of the orders, whatever happens to the orders, many at once too.
import { afterAll, expect, test } from "vitest";
import { updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { statuses } from "@/lib/orders/constants";
import { placeOrder } from "@/lib/orders/place";
import { atOnce, expectStockRight } from "../support/database";
import { anAdmin, anOrder, aSweet, customers } from "../support/factories";
import { sql } from "../support/sql";

afterAll(() => expectStockRight());

async function expectTotalsRight() {
  const [days] = await sql`
    select coalesce(jsonb_agg(d order by day, status), '[]') as wrong from (
      select day, status, sum(orders) as orders, sum(total) as total from (
        select day, status, orders, total from order_totals
        union all select kolkata_day(created_at), status, -1, -total from orders
      ) t group by 1, 2 having sum(orders) <> 0 or sum(total) <> 0
    ) d`;
  expect(days?.wrong).toEqual([]);
  const [units] = await sql`
    select coalesce(jsonb_agg(u), '[]') as wrong from (
      select sweet_id, sum(units) as units, sum(grams) as grams from (
        select sweet_id, units, grams from sweet_sales
        union all select l.sweet_id, -l.quantity, -l.quantity * coalesce(l.grams, 0)::bigint
          from order_lines l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
      ) t group by 1 having sum(units) <> 0 or sum(grams) <> 0
    ) u`;
  expect(units?.wrong).toEqual([]);
}

test("are right after a seed, orders, sales over the counter and every change of status, many at once", async () => {
  const [admin, buyers] = [await anAdmin(), await customers(12)];
  const sweets = [await aSweet({ quantity: 500 }), await aSweet({ quantity: 500 }), await aSweet({ quantity: 500 })];
  // One is sold by weight, and in packs of two sizes.
  const packs = [
    { label: "250 g", grams: 250, units: 1, price: 200 },
    { label: "1 kg", grams: 1000, units: 4, price: 720, isDefault: true },
  ];
  const tray = await updateSweet(admin, sweets[0]?.id ?? 0, updateSweetInput.parse({ packs }));
  const placed = await atOnce(60, (i) => {
    const [a, b] = [sweets[i % 3] as (typeof sweets)[0], sweets[(i + 1) % 3] as (typeof sweets)[0]];
    const buyer = buyers[i % 12] as (typeof buyers)[0];
    return i % 5 === 0
      ? purchase(buyer, a.id, { quantity: 2 }).then(() => null)
      : placeOrder(
          buyer,
          anOrder([[a, 1]], {
            giftWrap: i % 2 === 0,
            items: [
              { productId: a.id, quantity: 1 },
              { productId: b.id, quantity: 2 },
              { productId: tray.id, packId: tray.packs[0]?.id, quantity: 3 },
            ],
          }),
          { channel: "api" },
        );
  });
  expect(placed.filter((one) => one.status === "rejected")).toEqual([]);
  await expectTotalsRight();
  const ids = placed.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value.id] : []));
  const changed = await atOnce(200, (i) =>
    setOrderStatus(
      admin,
      ids[(i * 7) % ids.length] as number,
      statuses[(i * 3 + (i >> 3)) % statuses.length] as (typeof statuses)[0],
    ),
  );
  expect(changed.filter((one) => one.status === "rejected")).toEqual([]);
  await expectTotalsRight();
});
