// What the owner reads of a sweet that has less than a default pack left (docs/behaviour.md#editing-packs).

import { expect, test } from "vitest";
import { findForAdmin, listForAdmin } from "@/lib/catalogue/admin-queries";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { adminListQuery, updateSweetInput } from "@/lib/catalogue/schema";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { anAdmin, aTray, many } from "../support/factories";
import { pool } from "../support/sql";

test("it is low, and sold out only when no pack on sale fits", async () => {
  const [admin, tray] = [await anAdmin(), await aTray(0)];
  const listed = async (stock: "low" | "out") =>
    (await listForAdmin(admin, adminListQuery.parse({ stock }))).items.some(({ id }) => id === tray.id);
  const before = await dashboardSummary(admin);
  expect([await listed("low"), await listed("out")]).toEqual([false, true]);

  await restock(admin, tray.id, many(tray.small, 1), pool);
  const after = await dashboardSummary(admin);
  expect([await listed("low"), await listed("out")]).toEqual([true, false]);
  expect([after.low - before.low, after.out - before.out]).toEqual([1, -1]);
  const named = after.runningOut.find(({ id }) => id === tray.id);
  expect([named?.quantity, named?.packs.map(({ available }) => available)]).toEqual([0, [1, 0, 0]]);

  // With the small pack off sale there is nothing to sell.
  const { allPacks } = await findForAdmin(admin, tray.id);
  const packs = allPacks.map((pack) => ({ ...pack, active: pack.units > 1 }));
  await updateSweet(admin, tray.id, updateSweetInput.parse({ packs }), null, pool);
  expect([await listed("low"), await listed("out")]).toEqual([false, true]);
});
