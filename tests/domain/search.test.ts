// The search over the seeded catalogue: words as people type them, and as they mistype them (docs/behaviour.md#search).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSearchWords } from "@/lib/catalogue/admin-queries";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { listSweets } from "@/lib/catalogue/list-queries";
import { listQuery } from "@/lib/catalogue/schema";
import { addSearchWord, MAX_SEARCH_WORDS, removeSearchWord } from "@/lib/catalogue/search-words-commands";
import { atOnce, expectStockRight, refusal, refusals } from "../support/database";
import { anAdmin, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";

afterAll(() => expectStockRight());

const find = async (search: string, more: object = {}) =>
  (await listSweets(listQuery.parse({ search, limit: 100, ...more }))).items.map((sweet) => sweet.name);

describe("a mistyped word finds what was meant", () => {
  test.each([
    ["Gulab Jamun", "gulab jamn, gulab jamoon, gulaab jamun, glab jamun, gulab jaman"],
    ["Kaju Katli", "kaju katri, kaju kathli, kajoo katli, kaaju katli"],
    ["Jalebi", "jilebi, jalebee, jelabi"],
    ["Rasgulla", "rasgula, rosogolla, rasagulla"],
    ["Rasmalai", "rasmali, ras malai"],
    ["Coconut Barfi", "bafri, burfi, coconut barfee"],
    ["Besan Laddoo", "ladoo, laddu, besan ladu"],
    ["Motichoor Laddoo", "motichur, motichor ladoo"],
    ["Mysore Pak", "mysoor pak, maisore pak"],
    ["Sandesh", "sandes"],
    ["Kalakand", "kalakhand"],
    ["Shrikhand", "shreekhand"],
    ["Gajar Halwa", "gajar halva, gajjar halwa"],
    ["Soan Papdi", "soan papri, son papdi"],
    ["Balushahi", "balusahi"],
    ["Imarti", "imarthi"],
    ["Ghevar", "gevar"],
    ["Gujiya", "gujia"],
    ["Puran Poli", "puran polli"],
    ["Chocolate Truffle Cake", "chocolat cake, choclate truffel"],
    ["Black Forest Cake", "blak forest"],
    ["Red Velvet Cake", "red velvat"],
    ["Butterscotch Cake", "buterscotch"],
    ["Pineapple Cake", "pinapple"],
    ["California Almonds", "almods"],
    ["Iranian Pistachios", "pistacio"],
    ["Cashews W240", "cashew"],
    ["Walnut Kernels", "wallnut"],
    ["Kishmish Raisins", "raisin, kismis"],
    ["Dried Apricots", "apricots dryed"],
    ["Sugar-Free Kaju Katli", "suger free, sugarfree"],
    ["Medjool Dates", "medjul dates"],
    ["Roasted Makhana", "makana"],
    ["Diwali Assorted Box", "diwali asorted"],
    ["Thandai Barfi", "tandai"],
    ["Peanut Chikki", "penut chikki"],
  ])("%s: %s", async (meant, typed) => {
    for (const words of typed.split(", ")) expect(await find(words), words).toContain(meant);
  });
});

describe("words as they are", () => {
  test("every sweet is found by its name, its name's words in any order and case, and their beginnings", async () => {
    for (const { name } of await sql`select name from sweets`) {
      const words = (name as string).split(/[^A-Za-z0-9]+/).filter(Boolean);
      for (const typed of [
        name as string,
        words.toReversed().join(" ").toUpperCase(),
        words.map((word) => word.slice(0, Math.max(3, word.length - 2))).join("  "),
      ])
        expect(await find(typed), typed).toContain(name);
    }
  });

  test("all must match: more words find fewer sweets", async () => {
    const [barfi, coconut] = [await find("barfi"), await find("coconut barfi")];
    expect(coconut.length).toBeLessThan(barfi.length);
    expect(coconut).toEqual(["Coconut Barfi"]);
  });

  test("with a right spelling are not widened to similar ones", async () => {
    expect(await find("w240")).toEqual(["Cashews W240"]);
    expect((await find("kaju katli")).slice(0, 2).toSorted()).toEqual(["Kaju Katli", "Sugar-Free Kaju Katli"]);
  });

  test("that stand together without a blank are found each", async () => {
    await aSweet({ name: "Anjeer/Badam.Roll (No.1)" });
    for (const typed of ["anjeer badam", "badam", "badam roll", "Anjeer/Badam.Roll", "no.1 roll"])
      expect(await find(typed), typed).toContain("Anjeer/Badam.Roll (No.1)");
  });

  test("that begin like a number are found whole and by their beginnings, and stay known as long as a sweet has them", async () => {
    // PostgreSQL's parser takes 9e8 for a number and what follows for another word.
    const sweet = await aSweet({ name: "Tray 9e8kaju" });
    for (const typed of ["9e8kaju", "tray 9E8kaj", "9e8", "9e"]) expect(await find(typed)).toEqual([sweet.name]);
    const other = await aSweet({ name: "Thali 9e8kaju" });
    await deleteSweet(await anAdmin(), other.id, pool);
    expect(await find("9e8kaju")).toEqual([sweet.name]);
  });

  test("of other scripts are found too", async () => {
    await aSweet({ name: "Motichoor मोतीचूर", description: "ताज़ा लड्डू" });
    for (const typed of ["मोतीचूर", "मोती", "लड्डू", "ताज़ा मोतीचूर"])
      expect(await find(typed), typed).toContain("Motichoor मोतीचूर");
  });
});

describe("other words of the trade", () => {
  test("'barfi' finds the katlis, below what is a barfi", async () => {
    const found = await find("barfi");
    const [direct, other] = [found.filter((name) => /barfi/i.test(name)), found.filter((name) => /katli/i.test(name))];
    expect(direct).toEqual(expect.arrayContaining(["Pista Barfi", "Coconut Barfi", "Besan Barfi"]));
    expect(other).toEqual(expect.arrayContaining(["Kaju Katli", "Sugar-Free Kaju Katli"]));
    expect(Math.max(...direct.map((name) => found.indexOf(name)))).toBeLessThan(
      Math.min(...other.map((name) => found.indexOf(name))),
    );
    // Every sweet that has the word itself, in its description too, comes before those that have not.
    const named = (await sql`select name from sweets where search @@ 'barfi:*'`).map((row) => row.name as string);
    expect(found.slice(0, named.length).toSorted()).toEqual(named.toSorted());
  });

  test.each([
    ["Kaju Katli", "burfi, kaju barfi"],
    ["Walnut Kernels", "mewa, akhrot"],
    ["Cashews W240", "kaju"],
    ["California Almonds", "badam"],
    ["Iranian Pistachios", "pista"],
    ["Medjool Dates", "khajur"],
    ["Afghani Anjeer", "fig"],
    ["Dried Apricots", "khumani"],
    ["Coconut Barfi", "NARIYAL barfi"],
    ["Mango Cream Cake", "aam cake"],
    ["Diwali Assorted Box", "diwali hamper"],
  ])("%s: %s", async (meant, typed) => {
    for (const words of typed.split(", ")) expect(await find(words), words).toContain(meant);
  });

  test("'mithai' finds everything, and with another word what that word finds", async () => {
    const [row] = await sql`select count(*)::int as n from sweets where deleted_at is null`;
    expect((await listSweets(listQuery.parse({ search: "Mithai" }))).meta.total).toBe(row?.n);
    expect((await find("mithai coconut")).toSorted()).toEqual((await find("coconut")).toSorted());
    expect(await find("mithai", { category: "Cakes" })).toEqual(expect.arrayContaining(["Black Forest Cake"]));
  });

  test("are the owner's to add and to remove, and the next search follows", async () => {
    const admin = await anAdmin();
    const sweet = await aSweet({ name: "Gudapak Slab" });
    expect(await find("shengdana")).not.toContain(sweet.name);
    const pair = await addSearchWord(admin, { word: "Shengdana", means: "Gudapak   SLAB" }, pool);
    expect(pair).toEqual({ word: "shengdana", means: "gudapak slab" });
    await addSearchWord(admin, pair, pool);
    expect(await find("SHENGDANA")).toEqual([sweet.name]);
    expect((await listSearchWords(admin)).filter(({ word }) => word === pair.word)).toEqual([pair]);
    await removeSearchWord(admin, pair, pool);
    await removeSearchWord(admin, pair, pool);
    expect(await find("shengdana")).not.toContain(sweet.name);
  });

  test.each([
    [{ word: "two words", means: "katli" }, "word"],
    [{ word: "a/b", means: "katli" }, "word"],
    [{ word: "-", means: "katli" }, "word"],
    [{ word: "sheera", means: "& | !" }, "means"],
    [{ word: "Sheera", means: "sheera" }, "means"],
  ])("that no search could use are refused: %j", async (pair, path) => {
    const refused = await refusal(addSearchWord(await anAdmin(), pair, pool));
    expect(refused).toMatchObject({ code: "invalid", errors: [{ path }] });
  });

  test("are bounded, whatever is typed into one of them is only a word, and many at once do not pass the bound", async () => {
    const admin = await anAdmin();
    const before = await listSearchWords(admin);
    await addSearchWord(admin, { word: "சோதனை", means: "zz'katli:* & \\ (" }, pool);
    expect(await find("சோதனை")).toEqual([]);
    const room = MAX_SEARCH_WORDS - before.length - 1;
    await sql`insert into search_synonyms select 'filler' || g, 'katli' from generate_series(3, ${room}) g`;
    const tries = await atOnce(20, (i) => addSearchWord(admin, { word: `late${i}`, means: "katli" }, pool));
    expect(refusals(tries)).toEqual({ invalid: 18 });
    expect(await listSearchWords(admin)).toHaveLength(MAX_SEARCH_WORDS);
    await sql`delete from search_synonyms where word ~ '^(filler|late|சோதனை)'`;
    expect(await listSearchWords(admin)).toEqual(before);
  });
});

describe("the words that the search believes", () => {
  /** Every word of every sweet on sale is known, and every known word is one of theirs. */
  const expectWordsRight = async () => {
    const [row] = await sql`
      select array(select distinct w.word from sweets s, split_words(concat_ws(' ', s.name, s.category, s.description)) w(word)
                   where s.deleted_at is null except select word from search_words) as unknown,
             array(select word from search_words w where not exists (
                   select 1 from sweets where deleted_at is null and search @@ to_tsquery('simple', quote_literal(w.word) || ':*'))) as forgotten`;
    expect(row).toEqual({ unknown: [], forgotten: [] });
  };

  test("forget a spelling that was mended, and a sweet that was deleted", async () => {
    const admin = await anAdmin();
    const sweet = await aSweet({ name: "Rajbogh Special" });
    expect(await find("rajbogh")).toEqual(["Rajbogh Special"]);
    await updateSweet(admin, sweet.id, { name: "Rajbhog Special" }, null, pool);
    // Typed as it was misspelt: a typing error again, and mended as one.
    expect(await find("rajbogh")).toEqual(["Rajbhog Special"]);
    const twin = await aSweet({ name: "Rajbogh Twin" });
    expect(await find("rajbogh")).toEqual(["Rajbogh Twin"]);
    await deleteSweet(admin, twin.id, pool);
    expect(await find("rajbogh")).toEqual(["Rajbhog Special"]);
    await expectWordsRight();
  });

  test("are right after many edits at once", async () => {
    const admin = await anAdmin();
    const words = ["amber", "basil", "cedar", "dahlia", "ember", "fennel"];
    const name = (i: number) => [0, 1, 2].map((k) => words[(i * 5 + k * (1 + (i % 4))) % 6]).join(" ");
    const sweets = await Promise.all(Array.from({ length: 10 }, (_, i) => aSweet({ name: name(i) })));
    const tries = await atOnce<unknown>(60, (i) => {
      const sweet = sweets[i % 10]!;
      if (i % 17 === 0) return aSweet({ name: name(i + 3), description: name(i + 1) });
      if (i > 45 && i % 10 < 3) return deleteSweet(admin, sweet.id, pool);
      return updateSweet(admin, sweet.id, { name: name(i), description: `${name(i + 7)} ${i}` }, null, pool);
    });
    expect(Object.keys(refusals(tries)).filter((code) => code !== "not_found")).toEqual([]);
    await expectWordsRight();
  });
});

describe("what is no word", () => {
  test.each(["!!!", "'", "\\", "%", "_", "& | !", "xqzvwk", "\u{1F36C}"])(
    "%s finds nothing and breaks nothing",
    async (typed) => {
      expect(await find(typed)).toEqual([]);
    },
  );

  test.each(["", "   "])("blanks are no search", async (typed) => {
    expect((await find(typed)).length).toBeGreaterThan(50);
  });

  test.each([
    "kaju'); drop table sweets; --",
    "'kaju' & 'katli'",
    "kaju:*",
    "kaju <-> katli",
    "<kaju>",
    "kaju\tkatli\n",
    "a".repeat(200),
  ])("%s is only words", async (typed) => {
    expect(Array.isArray(await find(typed))).toBe(true);
  });
});

describe("the order of a search, its count and its filters", () => {
  const ranked = async (query: object) => {
    const { items, meta } = await listSweets(listQuery.parse({ search: "zarda murabba", ...query }));
    return { names: items.map(({ name }) => name), total: meta.total };
  };

  beforeAll(async () => {
    await sql`insert into search_synonyms values ('zarda', 'sheermal rice')`;
    await aSweet({ name: "Zarda Murabba", price: 50 });
    await aSweet({ name: "Zarda", description: "With murabba", price: 40 });
    await aSweet({ name: "Rice Sheermal Murabba", price: 30, category: "Cakes", featured: true });
    await aSweet({ name: "Sheermal Murabba", description: "With rice", price: 20, category: "Cakes" });
    await aSweet({ name: "Murabbas in Zardas", price: 10 });
    await aSweet({ name: "Sheermal", description: "Not of murabba alone", price: 60 });
  });

  // Typed words in the name, typed words, a synonym in the name, a synonym; of each the newest first.
  const byRank = ["Murabbas in Zardas", "Zarda Murabba", "Zarda", "Rice Sheermal Murabba", "Sheermal Murabba"];

  test("by rank: all typed words in the name, anywhere, then what a synonym finds", async () => {
    expect(await ranked({})).toEqual({ names: byRank, total: 5 });
  });

  test("a chosen order is kept, whatever the rank", async () => {
    expect((await ranked({ sortBy: "price", sortOrder: "asc" })).names).toEqual([
      "Murabbas in Zardas",
      "Sheermal Murabba",
      "Rice Sheermal Murabba",
      "Zarda",
      "Zarda Murabba",
    ]);
  });

  test("pages follow each other, and each says how many there are", async () => {
    for (const page of [1, 2, 3, 4])
      expect(await ranked({ page, limit: 2 })).toEqual({ names: byRank.slice((page - 1) * 2, page * 2), total: 5 });
    expect(await ranked({ page: 2_147_483_647, limit: 100 })).toEqual({ names: [], total: 5 });
  });

  test("a filter counts too", async () => {
    expect(await ranked({ category: "Cakes" })).toEqual({ names: byRank.slice(3), total: 2 });
    expect(await ranked({ category: "Cakes", featured: "true" })).toEqual({ names: byRank.slice(3, 4), total: 1 });
    expect(await ranked({ featured: "false" })).toEqual({ names: byRank.toSpliced(3, 1), total: 4 });
  });
});
