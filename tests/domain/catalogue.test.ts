// The catalogue: lists, counts, related sweets, edits (docs/behaviour.md#catalogue). The search has a file of its own.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Category, categories } from "@/db/constants/catalogue";
import { findForAdmin } from "@/lib/catalogue/admin-queries";
import { deleteSweet, restock, updateSweet } from "@/lib/catalogue/commands";
import { type CategoryFilter, PAGE_SIZE, type Sort, sorts } from "@/lib/catalogue/constants";
import { listPage, listSweets } from "@/lib/catalogue/list-queries";
import { formatWeight } from "@/lib/catalogue/packs";
import {
  categoryCounts,
  findSweet,
  findSweetBySlug,
  RELATED,
  readSuggestions,
  relatedSweets,
  slugsShowing,
  stockOf,
} from "@/lib/catalogue/queries";
import { listQuery, updateSweetInput } from "@/lib/catalogue/schema";
import { formatPaise } from "@/lib/money";
import { purchase } from "@/lib/orders/purchase";
import { atOnce, done, expectStockRight, pageNotifications, refusal, refusals } from "../support/database";
import { anAdmin, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

let admin: Member;
beforeAll(async () => {
  // Sorted, not read from an index whose order would hide a tie that the query does not break: on the connection that there
  // is, and on all that come.
  for (const name of ["enable_indexscan", "enable_bitmapscan", "enable_indexonlyscan"]) {
    await sql.unsafe(`set ${name} = off`);
    await sql.unsafe(`do $$ begin execute format('alter database %I set ${name} = off', current_database()); end $$`);
  }
  admin = await anAdmin();
});
afterAll(() => expectStockRight());

const filters: CategoryFilter[] = ["ALL", ...categories, "Gift Boxes"];
const shown = () =>
  sql`select id, category, featured, gift_box, name, price, quantity from sweets where deleted_at is null order by id`;

/** Every stored count equals a count of the table. */
async function expectCountsRight() {
  const rows = await shown();
  for (const category of filters)
    for (const featured of [undefined, true, false]) {
      const count = rows.filter(
        (row) =>
          (category === "ALL" || (category === "Gift Boxes" ? row.gift_box : row.category === category)) &&
          (featured === undefined || row.featured === featured),
      ).length;
      const { meta } = await listSweets({ ...listQuery.parse({ limit: 5 }), category, featured });
      expect([category, featured, meta.total, meta.totalPages]).toEqual([
        category,
        featured,
        count,
        Math.ceil(count / 5),
      ]);
    }
  for (const { category, count, popular } of await categoryCounts()) {
    const named = rows.filter((row) => (category === "Gift Boxes" ? row.gift_box : row.category === category));
    expect([category, count]).toEqual([category, named.length]);
    expect(popular.length).toBe(Math.min(4, named.length));
    for (const name of popular) expect(named.map((row) => row.name)).toContain(name);
  }
}

describe("the list", () => {
  test("has every sweet once over its pages, in order, for every sort, category and page size", async () => {
    // Equal names and prices, so that only the id tells them apart.
    for (let i = 0; i < 14; i++)
      await aSweet({ name: "Same Name", price: 77, category: "Cakes", giftBox: i % 2 === 0 });
    const rows = await shown();
    for (const category of ["ALL", "Cakes", "Gift Boxes"] as const)
      for (const sortBy of [undefined, "name", "price", "createdAt"] as const)
        for (const sortOrder of ["asc", "desc"] as const) {
          const limit = category === "ALL" ? 13 : 4;
          const seen: Awaited<ReturnType<typeof listSweets>>["items"] = [];
          for (let page = 1; ; page++) {
            const { items, meta } = await listSweets({ sortBy, sortOrder, category, page, limit });
            if (items.length === 0) break;
            seen.push(...items);
            expect(meta.page).toBe(page);
          }
          const expected = rows.filter(
            (row) => category === "ALL" || (category === "Gift Boxes" ? row.gift_box : row.category === category),
          );
          expect(seen.map((sweet) => sweet.id).sort((a, b) => a - b)).toEqual(expected.map((row) => row.id));
          const key = (sweet: (typeof seen)[number]): [string | number, number] => [
            sortBy === "name" ? sweet.name.toLowerCase() : sortBy === "price" ? sweet.price : sweet.createdAt,
            sweet.id,
          ];
          const up = sortOrder === "asc";
          const sorted = seen.toSorted((a, b) => {
            const [[x, i], [y, j]] = up ? [key(a), key(b)] : [key(b), key(a)];
            return x < y ? -1 : x > y ? 1 : i - j;
          });
          expect(seen.map((sweet) => sweet.id)).toEqual(sorted.map((sweet) => sweet.id));
        }
  });

  test("of a page: past the end it is the last one, and every sort of the menu works", async () => {
    for (const sort of Object.keys(sorts) as Sort[]) {
      const past = await listPage({ category: "Cakes", sort, page: 900 });
      expect(past.meta.page).toBe(past.meta.totalPages);
      expect(past.items.length).toBeGreaterThan(0);
      const first = await listPage({ category: "Cakes", sort, page: 1 });
      expect(first.items).toHaveLength(PAGE_SIZE);
    }
    expect(await listPage({ category: "ALL", search: "nothingatall", page: 3 })).toMatchObject({
      items: [],
      meta: { total: 0 },
    });
  });

  test("past the end has no items; a new sweet stands above the one before it", async () => {
    expect((await listSweets(listQuery.parse({ page: 1000 }))).items).toEqual([]);
    const [before, sweet] = [await aSweet(), await aSweet()];
    const ids = (await listSweets(listQuery.parse({ limit: 100 }))).items.map(({ id }) => id);
    expect(ids.filter((id) => [before.id, sweet.id].includes(id))).toEqual([sweet.id, before.id]);
  });
});

describe("counts", () => {
  test("are right after the seed and after edits of every kind, many at once", async () => {
    await expectCountsRight();
    const ids = (await shown()).map((row) => row.id as number).slice(0, 12);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const steps = Array.from({ length: 80 }, () => ({
      id: ids[random(ids.length)]!,
      what: random(8),
      category: categories[random(5)] as Category,
    }));
    const tries = await atOnce<unknown>(steps.length, (i) => {
      const { id, what, category } = steps[i]!;
      if (what === 0) return aSweet({ category, featured: i % 2 === 0, giftBox: i % 3 === 0 });
      if (what === 1) return deleteSweet(admin, id, pool);
      return updateSweet(admin, id, { category, featured: what % 2 === 0, giftBox: what % 3 === 0 }, null, pool);
    });
    // Only what was deleted before may be missing: no deadlock, no broken count.
    expect(Object.keys(refusals(tries)).filter((code) => code !== "not_found")).toEqual([]);
    await expectCountsRight();
  });

  test("stay right when sweets change places between two categories at once", async () => {
    const [cakes, fruits] = [
      await Promise.all(Array.from({ length: 6 }, () => aSweet({ category: "Cakes" }))),
      await Promise.all(Array.from({ length: 6 }, () => aSweet({ category: "Dry Fruits" }))),
    ];
    for (let round = 0; round < 3; round++) {
      const [to, back] = round % 2 ? (["Cakes", "Dry Fruits"] as const) : (["Dry Fruits", "Cakes"] as const);
      const tries = await atOnce(12, (i) =>
        i < 6
          ? updateSweet(admin, cakes[i]!.id, { category: to }, null, pool)
          : updateSweet(admin, fruits[i - 6]!.id, { category: back }, null, pool),
      );
      expect(refusals(tries)).toEqual({});
    }
    await expectCountsRight();
  });
});

describe("what is near a sweet", () => {
  test("is the next four of its category, and the pages that show a sweet are exactly those", async () => {
    // Categories of every small size too: alone, with one, two … five others.
    await sql`update sweets set category = 'Seasonal Specials' where category = 'Sugar-Free'`;
    const free = await Promise.all(Array.from({ length: 6 }, () => aSweet({ category: "Sugar-Free" })));
    /** Looks at the sweets of one category, or of all. */
    const look = async (category?: Category) => {
      const rows = await sql<{ id: number; slug: string; category: Category }[]>`
        select id, slug, category from sweets where deleted_at is null and category = coalesce(${category ?? null}, category)`;
      const showing = new Map(rows.map(({ id, slug }) => [id, new Set([slug])]));
      for (const row of rows) {
        const near = await relatedSweets(row);
        const others = rows.filter((other) => other.category === row.category).length - 1;
        expect(near).toHaveLength(Math.min(RELATED, others));
        expect(near.map((sweet) => sweet.id)).not.toContain(row.id);
        for (const sweet of near) showing.get(sweet.id)?.add(row.slug);
      }
      for (const { id, category } of rows)
        expect((await slugsShowing(id, [category])).toSorted()).toEqual([...(showing.get(id) ?? [])].toSorted());
    };
    await look();
    for (const sweet of free.slice(1)) {
      await deleteSweet(admin, sweet.id, pool);
      await look("Sugar-Free");
    }
  });
});

test("the file of the search has each sweet with its price, and its smallest picture", async () => {
  const found = await readSuggestions();
  const rows = await sql`
    select s.name, s.slug, s.price, s.net_weight_grams as grams, s.image_id as image, i.width from sweets s
    left join images i on i.id = s.image_id where s.deleted_at is null`;
  const price = (row: (typeof rows)[number]) =>
    formatPaise(row.price) + (row.grams === null ? "" : ` · ${formatWeight(row.grams)}`);
  expect(found.toSorted((a, b) => a.slug.localeCompare(b.slug))).toEqual(
    rows
      .map((row) => ({
        name: row.name,
        slug: row.slug,
        price: price(row),
        picture: row.image && `/media/${row.image}-${row.width > 960 ? 640 : 320}.webp`,
      }))
      .toSorted((a, b) => a.slug.localeCompare(b.slug)),
  );
});

describe("editing", () => {
  test("changes only what is sent", async () => {
    const sweet = await aSweet({ name: "Kesar Peda", price: 10.5, description: "With saffron" });
    const { updatedAt: _, ...changed } = await updateSweet(
      admin,
      sweet.id,
      updateSweetInput.parse({ price: 11 }),
      null,
      pool,
    );
    const { updatedAt: __, ...before } = sweet;
    expect(changed).toEqual({ ...before, price: 11, packs: [{ ...before.packs[0], price: 11 }] });
  });

  test("keeps what the owner set of preparation and courier, and goes back to the default of the kind", async () => {
    const cake = await aSweet({ category: "Cakes" });
    const put = async (changes: Parameters<typeof updateSweet>[2]) => {
      const { prepHours, travels } = await updateSweet(admin, cake.id, changes, null, pool);
      return [prepHours, travels];
    };
    expect([cake.prepHours, cake.travels]).toEqual([24, false]);
    expect(await put({ details: { shelfLifeDays: 7 } })).toEqual([24, true]);
    expect(await put({ prepHours: 0, travels: false })).toEqual([0, false]);
    expect(await put({ price: 20, category: "Traditional Sweets" })).toEqual([0, false]);
    expect(await findForAdmin(admin, cake.id)).toMatchObject({ own: { prepHours: 0, travels: false, hsn: null } });
    expect(await put({ prepHours: null, travels: null })).toEqual([0, true]);
    expect(await put({ category: "Cakes", details: { shelfLifeDays: 6 } })).toEqual([24, false]);
  });

  test("has the HSN code of its category until the owner sets one, and again when it is taken away", async () => {
    const sweet = await aSweet({ category: "Dry Fruits" });
    const put = async (changes: Parameters<typeof updateSweet>[2]) =>
      (await updateSweet(admin, sweet.id, changes, null, pool)).hsn;
    expect(sweet.hsn).toBe("0813");
    expect(await put({ hsn: "0801" })).toBe("0801");
    expect(await put({ category: "Cakes" })).toBe("0801");
    expect(await findForAdmin(admin, sweet.id)).toMatchObject({ own: { hsn: "0801" } });
    expect(await put({ hsn: null })).toBe("1905");
  });

  test("a deleted sweet is found no more; its slug stays its own", async () => {
    const sweet = await aSweet({ name: "Gone Sweet" });
    await deleteSweet(admin, sweet.id, pool);
    expect(await findSweet(sweet.id)).toBeNull();
    expect(await findSweetBySlug(sweet.slug)).toBeNull();
    expect(await stockOf([sweet.id])).toEqual([]);
    expect(await refusal(deleteSweet(admin, sweet.id, pool))).toMatchObject({ code: "not_found" });
    expect(await refusal(updateSweet(admin, sweet.id, { price: 2 }, null, pool))).toMatchObject({ code: "not_found" });
    expect((await aSweet({ name: "Gone Sweet" })).slug).toBe("gone-sweet-2");
  });

  test("12 sweets of one name at once get 12 slugs", async () => {
    const sweets = done(await atOnce(12, () => aSweet({ name: "Twelve Alike" })));
    expect(new Set(sweets.map((sweet) => sweet.slug)).size).toBe(12);
  });

  test("takes a description of any 2,000 characters, one endless word too", async () => {
    const word = Array.from({ length: 2000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join("");
    const sweet = await aSweet({ description: word });
    expect((await findSweet(sweet.id))?.description).toBe(word);
    await listSweets(listQuery.parse({ search: word.slice(0, 150) }));
  });

  test("tells the pages that it changed, and a sale only when it sells out", async () => {
    const received = await pageNotifications();
    const sweet = await aSweet({ quantity: 2 });
    await received();
    await updateSweet(admin, sweet.id, { stock: 1 }, null, pool);
    await restock(admin, sweet.id, { quantity: 4 }, pool);
    const [changed, ...more] = await received();
    expect([JSON.parse(changed ?? ""), more]).toMatchObject([{ id: sweet.id, slug: sweet.slug }, []]);
    await purchase(admin, sweet.id, { quantity: 5 }, pool);
    expect(await received()).toHaveLength(1);
  });
});
