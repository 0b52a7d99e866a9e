// nightly: does each of some twenty commands once for each of its round trips; guards db, lib/cart, lib/catalogue, lib/invoices, lib/orders, lib/payments, lib/stock, lib/settings
// A connection that ends in any round trip of any command: what was to be done is done wholly or not at all.
import { expect, test } from "vitest";
import { cutOff, guarded, others } from "./cut-off-world";

test.each(Object.entries({ ...guarded, ...others }))("%s", async (_, prepare) => {
  const { trips = 0 } = await cutOff(prepare);
  const changed: number[] = [];
  for (let trip = 1; trip <= trips; trip++) {
    const { isCut, isChanged } = await cutOff(prepare, trip);
    expect(isCut).toBe(true);
    if (isChanged) changed.push(trip);
  }
  // Whoever lost the answer to COMMIT, or to what is read afterwards, does not know that it was done. Before it nothing has happened.
  expect(changed.length).toBeGreaterThanOrEqual(1);
  expect(changed).toEqual(Array.from({ length: changed.length }, (_, i) => trips - changed.length + 1 + i));
  expect(changed.length).toBeLessThanOrEqual(trips - 2);
});
