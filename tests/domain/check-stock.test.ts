// npm run check-stock finds what is wrong, and names the sweet (docs/behaviour.md#stock).
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { reserve } from "@/lib/cart/commands";
import { aCustomer, aSweet } from "../support/factories";
import { sql } from "../support/sql";

const check = () =>
  promisify(execFile)(process.execPath, ["scripts/run.mjs", "check-stock"], { env: process.env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

test("a quantity that its ledger does not add up to, units held that the ledger does not know, and places that no order holds", async () => {
  const [sold, held] = [await aSweet({ name: "Lost Laddoo" }), await aSweet({ name: "Held Halwa" })];
  await reserve(await aCustomer(), { productId: held.id, quantity: 3 });
  const right = await check();
  expect([right.code, right.stdout]).toEqual([0, expect.stringMatching(/Stock is right.*3 units are held/)]);

  await sql`update sweets set quantity = quantity - 1 where id = ${sold.id}`;
  await sql`update cart_lines set quantity = 5, held = 5 where sweet_id = ${held.id}`;
  await sql`insert into slot_places values ('2026-11-26', '10:00', 'pickup', 2)`;
  const wrong = await check();
  expect([wrong.code, wrong.stdout.trim().split("\n")]).toEqual([
    1,
    [
      `Sweet ${sold.id} (Lost Laddoo): quantity 9, sum of its ledger 10`,
      `Sweet ${held.id} (Held Halwa): carts hold 5, its ledger says 3`,
      "Window 2026-11-26 10:00 (pickup): 2 places taken, 0 orders hold one",
    ],
  ]);
});
