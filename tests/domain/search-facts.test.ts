// A search by what the owner has declared, and one of which no sweet has everything (docs/behaviour.md#search). How a text is understood:
// tests/unit/search-query.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import catalogue from "@/db/seed/catalogue.json";
import { namingAnyOf, substances } from "@/lib/catalogue/free-of";
import { listSweets } from "@/lib/catalogue/list-queries";
import { listQuery } from "@/lib/catalogue/schema";
import { aSweet } from "../support/factories";
import { save } from "../support/settings";
import { sql } from "../support/sql";

const search = (text: string, more: object = {}) => listSweets(listQuery.parse({ search: text, limit: 100, ...more }));
const find = async (text: string, more?: object) => (await search(text, more)).items.map(({ name }) => name);
const named = (isWanted: (sweet: (typeof catalogue)[number]) => boolean | undefined) =>
  catalogue
    .filter(isWanted)
    .map(({ name }) => name)
    .toSorted();

describe("what the owner has declared is found", () => {
  test("gift boxes, whatever their descriptions say", async () => {
    const marked = named(({ giftBox }) => giftBox);
    for (const text of ["gift box", "Gift Boxes", "giftbox", "gift hampers"])
      expect(await find(text), text).toEqual(expect.arrayContaining(marked));
    await aSweet({ name: "Gift Box Ribbon" });
    for (const text of ["gift box", "gift-box", "giftbox"]) {
      const found = await find(text);
      expect(found.slice(0, marked.length).toSorted(), text).toEqual(marked);
      expect(found.slice(marked.length), text).toContain("Gift Box Ribbon");
    }
    await sql`update sweets set deleted_at = now() where name = 'Gift Box Ribbon'`;
  });

  test("packs by their weight or pieces, of the words beside them", async () => {
    expect(await find("kaju katli 250g")).toEqual(["Kaju Katli", "Sugar-Free Kaju Katli"]);
    expect(await find("half kilo laddoo")).toEqual(expect.arrayContaining(["Besan Laddoo", "Boondi Laddoo"]));
    expect((await find("6 pieces")).toSorted()).toEqual(["Gulab Jamun", "Rasgulla", "Rasmalai"]);
    const in250 = named(
      ({ packs, details }) => details.netWeightGrams === 250 || Boolean(packs?.some(({ grams }) => grams === 250)),
    );
    expect((await find("250 g")).toSorted()).toEqual(in250);
    await aSweet({ name: "Card of 250g" });
    for (const text of ["250g", "250 g", "250 gm"])
      expect((await find(text)).slice(0, in250.length).toSorted(), text).toEqual(in250);
    expect((await find("250g")).slice(in250.length)).toEqual(["Card of 250g"]);
    await sql`update packs set active = false where grams = 250 and sweet_id = (select id from sweets where slug = 'kaju-katli')`;
    expect(await find("kaju katli 250g")).toEqual(["Sugar-Free Kaju Katli"]);
  });

  test("sweets of a festival, what has its name first", async () => {
    const [kaju] = await sql`select id from sweets where slug = 'kaju-katli'`;
    const times = { days: ["2031-10-29"], opensAt: "2031-10-01T00:00:00.000Z", closesAt: "2031-10-20T00:00:00.000Z" };
    await save("festivals", [{ slug: "diwali", name: "Diwali", text: null, ...times, sweets: [kaju?.id as number] }]);
    for (const text of ["diwali gift", "DEEPAWALI gifts", "दिवाली gift"])
      expect(await find(text), text).toEqual(["Diwali Assorted Box", "Kaju Katli"]);
  });

  test("cakes for a birthday, what is said to be for one first", async () => {
    const found = await find("birthday cake");
    expect(found[0]).toBe("Black Forest Cake");
    expect(found.toSorted()).toEqual(named(({ category }) => category === "Cakes"));
  });

  test("allergens, below what has the word in its texts", async () => {
    const has = (allergen: string) => named(({ details }) => (details.allergens as string[]).includes(allergen));
    expect(await find("sulphites")).toEqual(has("Sulphites"));
    expect((await find("gluten")).toSorted()).toEqual(has("Wheat (gluten)"));
    expect((await find("milk"))[0]).toMatch(/Milk/);
    expect(await find("milk")).toEqual(expect.arrayContaining(has("Milk")));
  });

  test.each([
    ["gajar ka halwa", "Gajar Halwa"],
    ["काजू कतली", "Kaju Katli"],
    ["गुलाब जामुन", "Gulab Jamun"],
    ["मोतीचूर के लड्डू", "Motichoor Laddoo"],
    ["लड्डू", "Besan Laddoo"],
    ["बर्फी", "Pista Barfi"],
    ["रसगुल्ला", "Rasgulla"],
    ["जलेबी", "Jalebi"],
    ["रसमलाई", "Rasmalai"],
    ["केक", "Red Velvet Cake"],
    ["besan के laddu", "Besan Laddoo"],
    ["नारियल बर्फी", "Coconut Barfi"],
  ])("%s finds %s", async (text, meant) => expect((await find(text)).slice(0, 8)).toContain(meant));
});

describe("what a search wants to be free of", () => {
  type Label = { ingredients: string | null; allergens?: string[]; vegetarian?: boolean | null; sugarFree?: boolean };
  async function aLabelled(name: string, { ingredients, allergens = [], vegetarian = null, sugarFree = false }: Label) {
    const sweet = await aSweet({ name, description: "Free of nuts, milk, gluten, egg and sugar, the words say." });
    await sql`update sweets set ingredients = ${ingredients}, allergens = ${allergens}, vegetarian = ${vegetarian},
      sugar_free = ${sugarFree} where id = ${sweet.id}`;
  }
  /** The own sweets of a search. */
  const own = async (text: string) => (await find(text)).filter((name) => name.startsWith("Qq")).toSorted();

  beforeAll(async () => {
    await aLabelled("Qq Plain", { ingredients: "Dates, coconut, nutmeg", vegetarian: true });
    await aLabelled("Qq Unknown", { ingredients: null, allergens: ["Milk"] });
    await aLabelled("Qq Blank", { ingredients: " - " });
    await aLabelled("Qq Hindi", { ingredients: "काजू, चीनी, दूध (whole)" });
    await aLabelled("Qq Nutty", { ingredients: "Milk, wheat flour, hazelnuts" });
    await aLabelled("Qq Allergen", { ingredients: "Jaggery", allergens: ["Tree nuts", "Egg"] });
    await aLabelled("Qq Flour", { ingredients: "Flour, soya lecithin, KAJU" });
    await aLabelled("Qq Besan", {
      ingredients: "Gram flour (besan), maltitol, cocoa butter",
      sugarFree: true,
      vegetarian: false,
    });
    await aLabelled("Qq Claimed", { ingredients: null, sugarFree: true });
    await aLabelled("Qq Marked", { ingredients: "Cashews, sugar", sugarFree: true });
  });

  test.each([
    ["nut free", "Besan, Plain"],
    ["without nuts", "Besan, Plain"],
    ["cashew free", "Besan, Nutty, Plain"],
    ["peanut free", "Allergen, Besan, Flour, Marked, Nutty, Plain"],
    ["gluten free", "Allergen, Besan, Marked, Plain"],
    ["milk free", "Allergen, Flour, Marked, Plain"],
    ["eggless", "Besan, Flour, Marked, Nutty, Plain"],
    ["soy free", "Allergen, Besan, Marked, Nutty, Plain"],
    ["coconut free", "Allergen, Besan, Flour, Marked, Nutty"],
    ["nut and gluten free", "Besan, Plain"],
    ["sugar free", "Besan"],
    ["vegan", "Plain"],
    ["vegetarian", "Plain"],
    ["fat free", ""],
  ])("%s: %s", async (text, names) => {
    expect((await own(text)).join(", ")).toBe(names && `Qq ${names.replaceAll(", ", ", Qq ")}`);
  });

  test.each(["sugarfree", "sugar free", "sugar-free", "Sugar-Free barfi"])(
    "%s finds what the owner has marked so, never what only says it",
    async (text) => {
      await aLabelled("Sugar-Free Barfi, sugarfree", { ingredients: "Dates, coconut" });
      const { items } = await search(text);
      expect(items.length).toBeGreaterThan(0);
      expect(items.filter(({ sugarFree }) => !sugarFree)).toEqual([]);
      await sql`update sweets set deleted_at = now() where name = 'Sugar-Free Barfi, sugarfree'`;
    },
  );

  test("is kept beside words, which never bring back what has it", async () => {
    expect((await search("nut free qq")).items.map(({ name }) => name).toSorted()).toEqual(["Qq Besan", "Qq Plain"]);
    const { items, meta } = await search("nut free qq zzzzqx");
    expect(items.map(({ name }) => name)).toEqual(["Qq Besan", "Qq Plain"]);
    expect(meta.search).toEqual({ partial: true, freeOf: ["nuts"], vegetarian: false, undeclared: [] });
    expect((await search("nut free hazelnuts")).meta.total).toBe(0);
  });

  test("of what labels do not tell only a name promises it, and the answer says so", async () => {
    await aSweet({ name: "Fat-Free Qq Ice" });
    const { items, meta } = await search("fat free");
    expect(items.map(({ name }) => name)).toEqual(["Fat-Free Qq Ice"]);
    expect(meta.search).toEqual({ partial: false, freeOf: [], vegetarian: false, undeclared: ["fat"] });
    for (const text of ["besan free", "jamun free", "roll free", "ice free", "fa free", "़ free"])
      expect(await find(text), text).toEqual([]);
  });

  test("of what is not understood beside a substance, no sweet is found that lacks a word", async () => {
    expect((await search("milk zzzzqx")).meta.total).toBeGreaterThan(0);
    expect((await search("milk allergic zzzzqx")).meta.total).toBe(0);
  });

  /** Whether a label names a substance, as the search reads it. */
  const names = async (substance: (typeof substances)[number]["name"], label: string) => {
    const [row] = await sql`
      select lower(concat(', ', ${label}::text, ' ') collate "C") ~ ${namingAnyOf([substance])} as named`;
    return row?.named as boolean;
  };

  test.each(substances.map(({ name, typed }) => [name, typed] as const))(
    "%s is named by a label with what people type for it",
    async (name, typed) => {
      for (const word of typed.split(" ")) expect([word, await names(name, word)]).toEqual([word, true]);
    },
  );

  test.each([
    [
      "gluten",
      "Sugar, ghee and flour|Sugar. Flour.|organic flour|All-purpose-flour|Sugar\nflour|Rice and flour|gram, flour|kunafa|Kataifi|lapsi|semiya|Sponge",
    ],
    [
      "peanuts",
      "May contain nuts|ghee & mixed nuts|pea-nuts|ground-nut oil|sing dana|sengdana|mumfali|chikki|tree nuts, nuts",
    ],
    [
      "nuts",
      "Mewa|Panchmeva|Badaam|kajoo|kaaju|dry-fruits|akharot|akroot|pishta|pine kernels|chirongi|baklava|thandai|chikki",
    ],
    [
      "milk",
      "White chocolate|ganache|mascarpone|ricotta|Panir|kalakand|basundi|kheer|barfi|burfi|sandesh|rasgulla|chhana|SMP|tup",
    ],
    ["egg", "Sponge|yolk|Eggwhite|egg|Ladyfingers|macarons|marshmallow|nougat|INS 1105"],
    ["soy", "INS 322|E322|E-322|ins322|emulsifier (322)|emulsifiers (INS 471, 322)"],
    ["sulphites", "E220|INS 223|preservative (224)"],
    ["gelatine", "E441|INS 441|marshmallow"],
    ["preservatives", "E202|INS 211|preservative"],
    ["colours", "E102|INS 160b|sunset yellow|annatto"],
    ["alcohol", "kirsch|liquor|cognac|Kahlua|champagne"],
    ["sesame", "tilgul|tilkut"],
    ["coconut", "khobra|naral"],
    ["jaggery", "gul|tilgul"],
    ["onion", "pyaaz"],
    ["garlic", "lahsun"],
    [
      "sugar",
      "gulkand|murabba|chashni|maple|agave|candied peel|tutti frutti|cane juice|sakhar|maltodextrin|sugar|brown sugar, no added sugar",
    ],
  ] as const)("%s is named by %s", async (name, labels) => {
    for (const label of labels.split("|")) expect([label, await names(name, label)]).toEqual([label, true]);
  });

  test.each([
    ["gluten", "gram flour (besan)|gram (besan) flour|Rice flour, ghee|corn flour|buffalo milk"],
    ["peanuts", "tree nuts|pine nuts (100%)|coconut|nutmeg|Walnut kernels"],
    ["nuts", "coconut|nutmeg|donuts"],
    ["milk", "chana dal|dark chocolate"],
    ["egg", "eggless cake|eggless sponge"],
    ["soy", "INS 330|INS 1322|322 g"],
    ["colours", "INS 440|INS 500"],
    ["sugar", "no added sugar|free of sugar|without sugar|sugar-free chocolate|sugar free|maltitol syrup"],
  ] as const)("%s is not named by %s", async (name, labels) => {
    for (const label of labels.split("|")) expect([label, await names(name, label)]).toEqual([label, false]);
  });

  test("of the catalogue, is what its labels say", async () => {
    const label = ({ details }: (typeof catalogue)[number]) =>
      `${details.ingredients}, ${details.allergens.join(", ")}`;
    const [seeded, all] = [new Set(catalogue.map(({ name }) => name)), { limit: 100 }];
    const of = async (text: string) => (await find(text, all)).filter((name) => seeded.has(name)).toSorted();
    expect(await of("sugarfree")).toEqual(named(({ sugarFree }) => sugarFree));
    expect(await of("nut free")).toEqual(
      named((sweet) => !/almond|cashew|pista|walnut|nut kernels|pine nuts|peanut|tree nuts/i.test(label(sweet))),
    );
    expect(await of("gluten free")).toEqual(named((sweet) => !/wheat|gluten/i.test(label(sweet))));
  });
});

describe("when no sweet has everything", () => {
  beforeAll(async () => {
    await aSweet({ name: "Xapple Xbanana Xcherry", price: 30 });
    await aSweet({ name: "Xapple Xbanana", price: 20 });
    await aSweet({ name: "Xapple", price: 10 });
  });

  test("those with half of it and more are found, with most of it first, and the answer says so", async () => {
    const { items, meta } = await search("xapple xbanana xcherry xmissing");
    expect(items.map(({ name }) => name)).toEqual(["Xapple Xbanana Xcherry", "Xapple Xbanana"]);
    expect(meta).toMatchObject({ total: 2, search: { partial: true, freeOf: [] } });
    expect(await find("xapple xmissing")).toEqual(["Xapple", "Xapple Xbanana", "Xapple Xbanana Xcherry"]);
    expect(await find("xapple xmissing", { sortBy: "price", sortOrder: "desc" })).toEqual([
      "Xapple Xbanana Xcherry",
      "Xapple Xbanana",
      "Xapple",
    ]);
    expect((await search("xapple xmissing", { limit: 2, page: 2 })).items.map(({ name }) => name)).toEqual([
      "Xapple Xbanana Xcherry",
    ]);
  });

  test("nothing is found of a word alone, or of less than half; and what has everything is alone", async () => {
    for (const text of ["xmissing", "xapple xmissing xlost", "xq1 xq2 xq3 xq4"]) {
      const { meta } = await search(text);
      expect([meta.total, meta.search], text).toEqual([0, undefined]);
    }
    const whole = await search("xbanana xapple");
    expect(whole.items).toHaveLength(2);
    expect(whole.meta.search).toBeUndefined();
  });

  test("filters stay: only in them is looked for the rest", async () => {
    await aSweet({ name: "Xapple Xmelon", category: "Dry Fruits" });
    const { items, meta } = await search("xapple xcherry", { category: "Dry Fruits" });
    expect([items.map(({ name }) => name), meta.search?.partial]).toEqual([["Xapple Xmelon"], true]);
  });

  test.each(["%".repeat(200), "x_%\\'\";:*&|!<->()".repeat(11), "🍬".repeat(100), "ज़ ् ा ँ", "\u0301 a\uFE0F"])(
    "%s breaks nothing",
    async (text) => expect((await search(text)).items).toBeInstanceOf(Array),
  );
});
