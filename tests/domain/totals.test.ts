// The totals that lists and reports read are those of the orders, whatever happens to the orders, many at once too; `expectStockRight` compares
// them.

import { afterAll, expect, test } from "vitest";
import { statuses } from "@/db/constants/orders";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { atOnce, done, expectStockRight, refusals } from "../support/database";
import { anAdmin, anOrder, aSweet, aTray, customers, type Lines } from "../support/factories";
import { pool } from "../support/sql";

afterAll(() => expectStockRight());

test("are right after a seed, orders, sales over the counter and every change of status, many at once", async () => {
  const [admin, buyers] = [await anAdmin(), await customers(12)];
  const sweets = [await aSweet({ quantity: 500 }), await aSweet({ quantity: 500 })];
  // Sold by weight, and in packs of two sizes.
  const tray = await aTray(1000);
  const placed = await atOnce(30, (i) => {
    const [buyer, sweet] = [buyers[i % 12]!, sweets[i % 2]!];
    if (i % 5 === 0) return purchase(buyer, sweet.id, { quantity: 2 }, pool).then(() => null);
    const lines: Lines = [
      [sweet, 1],
      [tray.small, 2],
      [tray.large, 3],
    ];
    return placeOrder(buyer, anOrder(lines, { giftWrap: i % 2 === 0 }), { channel: "api" }, pool);
  });
  expect(refusals(placed)).toEqual({});
  await expectStockRight();
  const ids = done(placed).flatMap((order) => (order ? [order.id] : []));
  const changed = await atOnce(60, (i) =>
    setOrderStatus(admin, ids[(i * 7) % ids.length]!, statuses[(i * 3 + (i >> 3)) % statuses.length]!, pool),
  );
  expect(refusals(changed)).toEqual({});
});
