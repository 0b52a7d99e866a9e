// The order of a search, its count and its filters (docs/behaviour.md#search).
import { expect, test } from "vitest";
import { listSweets } from "@/lib/catalogue/list-queries";
import { listQuery } from "@/lib/catalogue/schema";
import { aSweet } from "../support/factories";
import { sql } from "../support/sql";

const find = async (query: object) => {
  const { items, meta } = await listSweets(listQuery.parse({ search: "zarda murabba", ...query }));
  return { names: items.map(({ name }) => name), total: meta.total };
};

await sql`insert into search_synonyms values ('zarda', 'sheermal rice')`;
await aSweet({ name: "Zarda Murabba", price: 50 });
await aSweet({ name: "Zarda", description: "With murabba", price: 40 });
await aSweet({ name: "Rice Sheermal Murabba", price: 30, category: "Cakes", featured: true });
await aSweet({ name: "Sheermal Murabba", description: "With rice", price: 20, category: "Cakes" });
await aSweet({ name: "Murabbas in Zardas", price: 10 });
await aSweet({ name: "Sheermal", description: "Not of murabba alone", price: 60 });

// Typed words in the name, typed words, a synonym in the name, a synonym; of each the newest first.
const byRank = ["Murabbas in Zardas", "Zarda Murabba", "Zarda", "Rice Sheermal Murabba", "Sheermal Murabba"];

test("by rank: all typed words in the name, anywhere, then what a synonym finds", async () => {
  expect(await find({})).toEqual({ names: byRank, total: 5 });
});

test("a chosen order is kept, whatever the rank", async () => {
  expect((await find({ sortBy: "price", sortOrder: "asc" })).names).toEqual([
    "Murabbas in Zardas",
    "Sheermal Murabba",
    "Rice Sheermal Murabba",
    "Zarda",
    "Zarda Murabba",
  ]);
});

test("pages follow each other, and each says how many there are", async () => {
  for (const page of [1, 2, 3, 4])
    expect(await find({ page, limit: 2 })).toEqual({ names: byRank.slice((page - 1) * 2, page * 2), total: 5 });
  expect(await find({ page: 2_147_483_647, limit: 100 })).toEqual({ names: [], total: 5 });
});

test("a filter counts too", async () => {
  expect(await find({ category: "Cakes" })).toEqual({ names: byRank.slice(3), total: 2 });
  expect(await find({ category: "Cakes", featured: "true" })).toEqual({ names: byRank.slice(3, 4), total: 1 });
  expect(await find({ featured: "false" })).toEqual({ names: byRank.toSpliced(3, 1), total: 4 });
});
