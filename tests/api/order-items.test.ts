// docs/behaviour.md#changing-the-sweets-of-an-order over HTTP. The rules: tests/domain/order-items.test.ts.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call } from "./shop";

test("the sweets of an order are changed; what cannot be is refused", async () => {
  const token = await anAdmin();
  const [sweet, other] = [await aSweet(), await aSweet()];
  const { id } = await anOrder(await aCustomer(), sweet.id);
  const change = (items: unknown, more = {}) =>
    call("PUT", `/admin/orders/${id}/items`, { token, body: { items, ...more } });
  const line = { productId: sweet.id, packId: sweet.packs[0]?.id, quantity: 1 };
  const changed = await change([line, { productId: other.id, quantity: 2 }]);
  expect([changed.status, changed.body]).toMatchObject([
    200,
    {
      total: 300,
      items: [{ quantity: 1 }, { productId: other.id, quantity: 2 }],
      corrections: [{ field: "items", from: null, to: `2 × ${other.name} (₹200)` }],
    },
  ]);
  for (const items of [[], [{ ...line, quantity: 0 }], undefined]) expect((await change(items)).status).toBe(422);
  expect(await change([{ ...line, quantity: 90_000 }])).toMatchObject({
    status: 409,
    body: { code: "insufficient_stock", short: [{ productId: sweet.id, packId: line.packId }] },
  });
  expect(await change([line], { was: [line] })).toMatchObject({ status: 409, body: { code: "stale_version" } });

  const paid = { method: "cash", amount: 300 };
  expect((await call("POST", `/admin/orders/${id}/payments`, { token, body: paid })).status).toBe(201);
  expect((await change([line])).body.payment).toMatchObject({ state: "paid", paid: 300, due: 0 });
  await call("PUT", `/admin/orders/${id}/status`, { token, body: { status: "Shipped" } });
  expect(await change([line])).toMatchObject({ status: 409, body: { code: "conflict" } });
});
