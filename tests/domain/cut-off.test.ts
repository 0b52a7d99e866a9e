// A connection that ends before COMMIT or with it, in each command on stock, money and orders: what was to be done is done wholly or not at
// all. cut-off-everywhere.test.ts ends it in each round trip, of all commands.
import { expect, test } from "vitest";
import { cutOff, guarded } from "./cut-off-world";

test.each(Object.entries(guarded))("%s", async (_, prepare) => {
  expect(await cutOff(prepare, "before COMMIT")).toMatchObject({ isCut: true, isChanged: false });
  expect(await cutOff(prepare, "after COMMIT")).toMatchObject({ isCut: true, isChanged: true });
  // What a second transaction did would be missing after the first.
  expect(await cutOff(prepare)).toMatchObject({ commits: 1, isChanged: true });
});
