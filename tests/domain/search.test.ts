// The search over the seeded catalogue: words as people type them, and as they mistype them (decisions §6, issue of the spine).
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "@/db/client";
import { deleteSweet, updateSweet } from "@/lib/catalogue/edit.server";
import { listQuery } from "@/lib/catalogue/input";
import { listSweets } from "@/lib/catalogue/server";
import { atOnce, expectStockRight, refusals } from "../support/database";
import { anAdmin, aSweet } from "../support/factories";

afterAll(() => expectStockRight());

const find = async (search: string, more: object = {}) =>
  (await listSweets(listQuery.parse({ search, limit: 100, ...more }))).items.map((sweet) => sweet.name);

describe("a mistyped word finds what was meant", () => {
  test.each([
    ["gulab jamn", "Gulab Jamun"],
    ["gulab jamoon", "Gulab Jamun"],
    ["gulaab jamun", "Gulab Jamun"],
    ["glab jamun", "Gulab Jamun"],
    ["gulab jaman", "Gulab Jamun"],
    ["kaju katri", "Kaju Katli"],
    ["kaju kathli", "Kaju Katli"],
    ["kajoo katli", "Kaju Katli"],
    ["kaaju katli", "Kaju Katli"],
    ["jilebi", "Jalebi"],
    ["jalebee", "Jalebi"],
    ["jelabi", "Jalebi"],
    ["rasgula", "Rasgulla"],
    ["rosogolla", "Rasgulla"],
    ["rasagulla", "Rasgulla"],
    ["rasmali", "Rasmalai"],
    ["ras malai", "Rasmalai"],
    ["bafri", "Coconut Barfi"],
    ["burfi", "Coconut Barfi"],
    ["coconut barfee", "Coconut Barfi"],
    ["ladoo", "Besan Laddoo"],
    ["laddu", "Besan Laddoo"],
    ["besan ladu", "Besan Laddoo"],
    ["motichur", "Motichoor Laddoo"],
    ["motichor ladoo", "Motichoor Laddoo"],
    ["mysoor pak", "Mysore Pak"],
    ["maisore pak", "Mysore Pak"],
    ["sandes", "Sandesh"],
    ["kalakhand", "Kalakand"],
    ["shreekhand", "Shrikhand"],
    ["gajar halva", "Gajar Halwa"],
    ["gajjar halwa", "Gajar Halwa"],
    ["soan papri", "Soan Papdi"],
    ["son papdi", "Soan Papdi"],
    ["balusahi", "Balushahi"],
    ["imarthi", "Imarti"],
    ["gevar", "Ghevar"],
    ["gujia", "Gujiya"],
    ["puran polli", "Puran Poli"],
    ["chocolat cake", "Chocolate Truffle Cake"],
    ["choclate truffel", "Chocolate Truffle Cake"],
    ["blak forest", "Black Forest Cake"],
    ["red velvat", "Red Velvet Cake"],
    ["buterscotch", "Butterscotch Cake"],
    ["pinapple", "Pineapple Cake"],
    ["almods", "California Almonds"],
    ["pistacio", "Iranian Pistachios"],
    ["cashew", "Cashews W240"],
    ["wallnut", "Walnut Kernels"],
    ["raisin", "Kishmish Raisins"],
    ["kismis", "Kishmish Raisins"],
    ["apricots dryed", "Dried Apricots"],
    ["suger free", "Sugar-Free Kaju Katli"],
    ["sugarfree", "Sugar-Free Kaju Katli"],
    ["medjul dates", "Medjool Dates"],
    ["makana", "Roasted Makhana"],
    ["diwali asorted", "Diwali Assorted Box"],
    ["tandai", "Thandai Barfi"],
    ["penut chikki", "Peanut Chikki"],
  ])("%s: %s", async (typed, meant) => {
    expect(await find(typed)).toContain(meant);
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

  test("of a name come before those that are only in a description, then the newest; a chosen sort wins", async () => {
    const inName = await aSweet({ name: "Zaffrani Delight", price: 5 });
    const told = await aSweet({ name: "Plain Delight", description: "With zaffrani threads", price: 1 });
    const newer = await aSweet({ name: "Zaffrani Cake", price: 9 });
    expect(await find("zaffrani")).toEqual([newer.name, inName.name, told.name]);
    expect(await find("zaffrani", { sortBy: "price", sortOrder: "asc" })).toEqual([told.name, inName.name, newer.name]);
    expect(await find("zaffrani", { category: "Cakes" })).toEqual([]);
    expect(await find("zaffrani", { featured: "true" })).toEqual([]);
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

  test("of other scripts are found too", async () => {
    await aSweet({ name: "Motichoor मोतीचूर", description: "ताज़ा लड्डू" });
    for (const typed of ["मोतीचूर", "मोती", "लड्डू", "ताज़ा मोतीचूर"])
      expect(await find(typed), typed).toEqual(["Motichoor मोतीचूर"]);
  });
});

describe("the words that the search believes", () => {
  /** Every word of every sweet on sale is known, and every known word is one of theirs. */
  const expectWordsRight = async () => {
    const [row] = await sql`
      select array(select distinct w.word from sweets s, words_of(concat_ws(' ', s.name, s.category, s.description)) w(word)
                   where s.deleted_at is null except select word from search_words) as unknown,
             array(select word from search_words w where not exists (
                   select 1 from sweets where deleted_at is null and search @@ (quote_literal(w.word) || ':*')::tsquery)) as forgotten`;
    expect(row).toEqual({ unknown: [], forgotten: [] });
  };

  test("forget a spelling that was mended, and a sweet that was deleted", async () => {
    const admin = await anAdmin();
    const sweet = await aSweet({ name: "Rajbogh Special" });
    expect(await find("rajbogh")).toEqual(["Rajbogh Special"]);
    await updateSweet(admin, sweet.id, { name: "Rajbhog Special" });
    // Typed as it was misspelt: a typing error again, and mended as one.
    expect(await find("rajbogh")).toEqual(["Rajbhog Special"]);
    const twin = await aSweet({ name: "Rajbogh Twin" });
    expect(await find("rajbogh")).toEqual(["Rajbogh Twin"]);
    await deleteSweet(admin, twin.id);
    expect(await find("rajbogh")).toEqual(["Rajbhog Special"]);
    await expectWordsRight();
  });

  test("are right after many edits at once", async () => {
    const admin = await anAdmin();
    const words = ["amber", "basil", "cedar", "dahlia", "ember", "fennel"];
    const name = (i: number) => [0, 1, 2].map((k) => words[(i * 5 + k * (1 + (i % 4))) % 6]).join(" ");
    const sweets = await Promise.all(Array.from({ length: 10 }, (_, i) => aSweet({ name: name(i) })));
    const tries = await atOnce<unknown>(120, (i) => {
      const sweet = sweets[i % 10]!;
      if (i % 17 === 0) return aSweet({ name: name(i + 3), description: name(i + 1) });
      if (i > 100 && i % 10 < 3) return deleteSweet(admin, sweet.id);
      return updateSweet(admin, sweet.id, { name: name(i), description: `${name(i + 7)} ${i}` });
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

  test("pages of a search do not overlap", async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 5; page++)
      seen.push(
        ...(await listSweets(listQuery.parse({ search: "sugar", page, limit: 3 }))).items.map((sweet) => sweet.id),
      );
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(6);
  });
});
