// The sweets that came with the shop: accepted or deleted all at once.
import { afterAll, expect, test } from "vitest";
import { reserve } from "@/lib/cart/commands";
import { listSamples } from "@/lib/catalogue/admin-queries";
import { acceptSamples, deleteSamples, updateSweet } from "@/lib/catalogue/commands";
import { expectStockRight, refusal } from "../support/database";
import { aCustomer, anAdmin, aSweet } from "../support/factories";
import { sql } from "../support/sql";

const [admin, buyer] = [await anAdmin(), await aCustomer()];
// What this file's samples are is its own affair.
await sql`update sweets set sample = false where sample`;
afterAll(() => expectStockRight());

async function samples(count: number) {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await aSweet({ quantity: 5 }));
  await sql`update sweets set sample = true where id = any(${made.map(({ id }) => id)}::int[])`;
  return made;
}

test("accepted samples stay on sale and count as samples no longer", async () => {
  const [first] = await samples(2);
  const own = await aSweet();
  expect((await listSamples(admin)).length).toBe(2);
  await acceptSamples(admin);
  expect(await listSamples(admin)).toEqual([]);
  const rows =
    await sql`select id, version from sweets where id in (${first?.id ?? 0}, ${own.id}) and deleted_at is null order by id`;
  expect(rows.map(({ version }) => version)).toEqual([2, 1]);
});

test("deleted samples give their holds back; what the owner has saved stays", async () => {
  const [held, saved] = await samples(2);
  if (!held || !saved) throw new Error("There are two samples.");
  await reserve(buyer, { productId: held.id, quantity: 3 });
  await updateSweet(admin, saved.id, { price: 77 });
  await deleteSamples(admin);
  expect(await listSamples(admin)).toEqual([]);
  const rows = await sql`select id, quantity, deleted_at from sweets where id in (${held.id}, ${saved.id}) order by id`;
  expect(rows).toMatchObject([
    { id: held.id, quantity: 5, deleted_at: expect.anything() },
    { id: saved.id, deleted_at: null },
  ]);
});

test("both are the owner's alone", async () => {
  for (const work of [listSamples, acceptSamples, deleteSamples])
    expect(await refusal(work(buyer))).toMatchObject({ code: "forbidden" });
});
