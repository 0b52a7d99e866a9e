// What a search finds is kept in search_sets, a bit for each sweet of a word (docs/decisions/0026-search-by-bits.md).
import { beforeAll, describe, expect, test } from "vitest";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { listSweets } from "@/lib/catalogue/list-queries";
import { listQuery } from "@/lib/catalogue/schema";
import { atOnce, refusals } from "../support/database";
import { anAdmin, aSweet } from "../support/factories";
import { rowsRead } from "../support/plan";
import { sql } from "../support/sql";

const admin = await anAdmin();

/** Rows in which search_sets is not what the sweets say. */
const wrongRows = () => sql`
  select word, block from computed_search_sets() c full join search_sets s using (word, block)
  where (c.sweets, c.named) is distinct from (s.sweets, s.named)`;

const search = (query: object) => listSweets(listQuery.parse(query));

describe("the sets of words", () => {
  test("are right after the seed and after edits of every kind", async () => {
    expect(await wrongRows()).toEqual([]);
    const { id } = await aSweet({ name: "Rosewater Peda", description: "With rosewater and nuts" });
    const total = async (query: object) => (await search(query)).meta.total;
    expect(await total({ search: "rosewater" })).toBe(1);
    await updateSweet(admin, id, { name: "Plain Peda" });
    expect(await wrongRows()).toEqual([]);
    expect(await total({ search: "rosewater" })).toBe(1);
    await updateSweet(admin, id, { category: "Cakes", featured: true, giftBox: true });
    expect(await wrongRows()).toEqual([]);
    for (const kind of [{ category: "Cakes" }, { category: "Gift Boxes" }, { featured: "true" }])
      expect(await total({ search: "rosewater", ...kind }), JSON.stringify(kind)).toBe(1);
    for (const kind of [{ category: "Dry Fruits" }, { featured: "false" }])
      expect(await total({ search: "rosewater", ...kind }), JSON.stringify(kind)).toBe(0);
    await deleteSweet(admin, id);
    expect(await wrongRows()).toEqual([]);
    expect(await total({ search: "rosewater" })).toBe(0);
    await sql`update sweets set deleted_at = null where id = ${id}`;
    expect(await wrongRows()).toEqual([]);
    expect(await total({ search: "rosewater" })).toBe(1);
    // As nobody does in the shop: the row itself.
    const [row] = await sql`
      insert into sweets (slug, name, description, price, category, quantity) values ('gone', 'Gone Rosewater', '-', 1, 'Cakes', 0) returning id`;
    await sql`delete from packs where sweet_id = ${row?.id}`;
    await sql`delete from sweets where id = ${row?.id}`;
    expect(await wrongRows()).toEqual([]);
  });

  test("are right after many edits at once, of sweets that share words and blocks", async () => {
    const words = ["amber", "basil", "cedar", "dahlia", "ember", "fennel"];
    const name = (i: number) => [0, 1, 2].map((k) => words[(i * 5 + k * (1 + (i % 4))) % 6]).join(" ");
    const sweets = await Promise.all(Array.from({ length: 10 }, (_, i) => aSweet({ name: name(i) })));
    const tries = await atOnce<unknown>(120, (i) => {
      const { id } = sweets[i % 10] as { id: number };
      if (i % 17 === 0) return aSweet({ name: name(i + 3), description: name(i + 1) });
      if (i > 100 && i % 10 < 3) return deleteSweet(admin, id);
      return updateSweet(admin, id, { name: name(i), description: name(i + 7), featured: i % 3 === 0 });
    });
    expect(Object.keys(refusals(tries)).filter((code) => code !== "not_found")).toEqual([]);
    expect(await wrongRows()).toEqual([]);
  });

  test("are made anew by fill_search_sets()", async () => {
    await sql`delete from search_sets where word like 'k%'`;
    await sql`update search_sets set named = ~named where word like 'b%'`;
    expect((await wrongRows()).length).toBeGreaterThan(5);
    await sql`select fill_search_sets()`;
    expect(await wrongRows()).toEqual([]);
  });
});

describe("among 6,500 sweets, in four blocks", () => {
  beforeAll(async () => {
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`; // the sets of thousands of sweets take their time on a busy machine
      await tx`
      insert into sweets (slug, name, description, price, category, quantity, featured)
      select 'many-' || n, case when n % 7 = 0 then 'Gopal Laddoo' else 'Other Laddoo' end || case when n % 400 = 0 then ' Nagori' else '' end,
        case when n % 3 = 0 then 'Much of gopal' else 'Nothing' end, 100 + n * 7919 % 10007, case when n % 2 = 0 then 'Cakes' else 'Dry Fruits' end, 1, n % 5 = 0
      from generate_series(1, 6500) n`;
      await tx`update sweets set deleted_at = now() where slug like 'many-%' and id % 11 = 0`;
    });
    await sql`insert into search_synonyms values ('topal', 'gopal'), ('nagori', 'gopal')`;
    await sql`analyze`;
  }, 120_000);

  // What must come out, from the texts themselves.
  const found = "deleted_at is null and (name || ' ' || description) ilike '%gopal%'";
  const kinds: [object, string][] = [
    [{}, "true"],
    [{ category: "Cakes" }, "category = 'Cakes'"],
    [{ category: "Dry Fruits", featured: "false" }, "category = 'Dry Fruits' and not featured"],
    [{ featured: "true" }, "featured"],
  ];

  test("the sets are right", async () => expect(await wrongRows()).toEqual([]));

  test.each(kinds)("every page is exact, by name first and then the newest: %j", async (kind, condition) => {
    const all = await sql.unsafe<{ id: number }[]>(
      `select id from sweets where ${found} and ${condition} order by name ilike '%gopal%' desc, id desc`,
    );
    const expected = all.map(({ id }) => id);
    const last = Math.ceil(expected.length / 12);
    for (const page of [1, 2, 3, 20, last >> 1, last - 1, last, last + 1]) {
      const { items, meta } = await search({ search: "gopal", page, ...kind });
      expect(meta).toEqual({ page, limit: 12, total: expected.length, totalPages: last });
      expect(
        items.map(({ id }) => id),
        `page ${page}`,
      ).toEqual(expected.slice((page - 1) * 12, page * 12));
    }
  });

  test.each(kinds)("so it is in another order: %j", async (kind, condition) => {
    const all = await sql.unsafe<{ id: number }[]>(
      `select id from sweets where ${found} and ${condition} order by price desc, id desc`,
    );
    const { items, meta } = await search({ search: "gopal", sortBy: "price", page: 4, limit: 50, ...kind });
    expect(meta.total).toBe(all.length);
    expect(items.map(({ id }) => id)).toEqual(all.map(({ id }) => id).slice(150, 200));
  });

  test("what has the typed word comes before what has only its synonym, each by name first", async () => {
    const all = await sql.unsafe<{ id: number }[]>(
      `select id from sweets where deleted_at is null and ((name || description) ilike '%gopal%' or name ilike '%nagori%')
       order by name ilike '%nagori%' desc, name not ilike '%nagori%' and name ilike '%gopal%' desc, id desc`,
    );
    const { items, meta } = await search({ search: "nagori", limit: 100 });
    expect(meta.total).toBe(all.length);
    expect(items.map(({ id }) => id)).toEqual(all.map(({ id }) => id).slice(0, 100));
    expect((await search({ search: "topal" })).meta.total).toBe((await search({ search: "gopal" })).meta.total);
  });

  test("a page far past the end is empty", async () => {
    for (const more of [{}, { sortBy: "price" }]) {
      const { items, meta } = await search({ search: "gopal", page: 2_147_483_647, limit: 100, ...more });
      expect(items).toEqual([]);
      expect(meta.total).toBeGreaterThan(1000);
    }
  });

  test("a text without a word finds nothing among a kind, too", async () => {
    for (const text of ["!!!", "xqzvwk", "gopal xqzvwk"])
      expect((await search({ search: text, category: "Cakes" })).meta.total, text).toBe(0);
  });

  test("only the sweets of the page are read", async () => {
    const query = listQuery.parse({ search: "laddoo", page: 3 });
    expect((await listSweets(query)).meta.total).toBeGreaterThan(5000);
    expect(await rowsRead("sweets", (db) => listSweets(query, db))).toBe(12);
  });
});
