// What the owner reads of a sweet that has less than a default pack left (docs/behaviour.md#editing-packs).
import { expect, test } from "vitest";
import { findForAdmin, listForAdmin } from "@/lib/catalogue/admin-queries";
import { createSweet, restock, updateSweet } from "@/lib/catalogue/commands";
import { adminListQuery, createSweetInput, updateSweetInput } from "@/lib/catalogue/schema";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { anAdmin } from "../support/factories";

test("it is low, and sold out only when no pack on sale fits", async () => {
  const admin = await anAdmin();
  const sweet = await createSweet(
    admin,
    createSweetInput.parse({
      name: "Mysore Pak",
      category: "Traditional Sweets",
      description: "Gram flour and ghee.",
      price: 380,
      quantity: 0,
      packs: [
        { label: "250 g", grams: 250, units: 1, price: 200 },
        { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
      ],
    }),
  );
  const listed = async (stock: "low" | "out") =>
    (await listForAdmin(admin, adminListQuery.parse({ stock }))).items.some(({ id }) => id === sweet.id);
  const before = await dashboardSummary(admin);
  expect([await listed("low"), await listed("out")]).toEqual([false, true]);

  await restock(admin, sweet.id, { quantity: 1, packId: sweet.packs[0]?.id });
  const after = await dashboardSummary(admin);
  expect([await listed("low"), await listed("out")]).toEqual([true, false]);
  expect([after.low - before.low, after.out - before.out]).toEqual([1, -1]);
  const named = after.runningOut.find(({ id }) => id === sweet.id);
  expect([named?.quantity, named?.packs.map(({ available }) => available)]).toEqual([0, [1, 0]]);

  // With the small pack off sale there is nothing to sell.
  const { allPacks } = await findForAdmin(admin, sweet.id);
  const packs = allPacks.map((pack) => ({ ...pack, active: pack.isDefault }));
  await updateSweet(admin, sweet.id, updateSweetInput.parse({ packs }));
  expect([await listed("low"), await listed("out")]).toEqual([false, true]);
});
