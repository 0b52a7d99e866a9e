// The owner's form over what is stored: opened and saved as it is, it changes no pack and no stock; a new weight keeps the stock the same
// amount. What is typed and shown: tests/components/admin-packs.test.tsx; which units follow: tests/unit/pack-form.test.ts.
import { afterAll, expect, test } from "vitest";
import { type SweetValues, sentOf, valuesOf } from "@/components/admin/sweets/sweet-values";
import { readDb } from "@/db/client";
import { findForAdmin } from "@/lib/catalogue/admin-queries";
import { updateSweet } from "@/lib/catalogue/commands";
import { sweetForm } from "@/lib/catalogue/schema";
import { expectStockRight } from "../support/database";
import { anAdmin, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";

const admin = await anAdmin();
afterAll(() => expectStockRight());

/** Opens a sweet in the form, edits what is shown, and saves. */
async function save(id: number, edit: (values: SweetValues) => SweetValues = (values) => values) {
  const form = sentOf(edit(valuesOf(await findForAdmin(admin, id, readDb()))));
  const { id: _, ...changes } = sweetForm.parse(Object.fromEntries(form));
  await updateSweet(admin, id, changes, null, pool);
}

test("every sweet of the catalogue is the same after it was opened and saved", async () => {
  const stored = async () => [
    await sql`select * from packs order by id`,
    await sql`select id, name, category, description, price, quantity, default_units, largest_units, featured, sugar_free, gift_box,
      net_weight_grams, ingredients, allergens, shelf_life_days, storage, vegetarian, own_prep_hours, own_travels, own_hsn
      from sweets order by id`,
    await sql`select count(*) from stock_ledger`,
    await sql`select * from plans order by sweet_id`,
  ];
  const before = await stored();
  const ids = await sql`select id from sweets order by id`;
  expect(ids.length).toBeGreaterThan(60);
  for (const { id } of ids) await save(id as number);
  expect(await stored()).toEqual(before);
});

test("so are packs whose units follow from nothing that the form shows", async () => {
  const odd = await aSweet({
    quantity: 7,
    packs: [
      { label: "Tin", grams: null, units: 7, price: 900 },
      { label: "500 g", grams: 500, units: 3, price: 380, isDefault: true },
      { label: "Box of 6", grams: 300, units: 2, price: 250 },
      { label: "1 piece", grams: 40, units: 5, price: 60, active: false },
    ],
  });
  const packs = () =>
    sql`select label, grams, units, price, active, is_default from packs where sweet_id = ${odd.id} order by id`;
  const before = await packs();
  await save(odd.id);
  expect(await packs()).toEqual(before);
});

test("a smaller weight divides the unit: stock and plan stay the same amount", async () => {
  const [sweet] = await sql`select id, quantity from sweets where slug = 'gulab-jamun'`;
  await sql`insert into plans (sweet_id, week, order_by_days, order_by_time) values (${sweet?.id as number}, '{2,2,2,2,2,2,2}', 1, '20:00')
    on conflict (sweet_id) do update set week = excluded.week`;
  await save(sweet?.id as number, (values) => {
    expect(values).toMatchObject({ soldBy: "piece", packs: [{ pieces: "6" }, { pieces: "12" }] });
    const one = { ...values.packs[0], packId: "", units: "", amountWas: "", pieces: "1", grams: "", price: "30" };
    return {
      ...values,
      packs: [...values.packs, { ...(values.packs[0] as (typeof values.packs)[0]), ...one, isDefault: false }],
    };
  });
  expect(
    (await findForAdmin(admin, sweet?.id as number, readDb())).packs.map(({ label, units }) => [label, units]),
  ).toEqual([
    ["1 piece", 1],
    ["6 pieces", 6],
    ["12 pieces", 12],
  ]);
  const [after] =
    await sql`select quantity, (select week from plans where sweet_id = s.id) from sweets s where id = ${sweet?.id as number}`;
  expect(after).toEqual({ quantity: (sweet?.quantity as number) * 6, week: Array(7).fill(12) });
});
