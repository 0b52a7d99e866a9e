// What a typed search asks for. What it finds: tests/domain/search.test.ts and search-facts.test.ts.
import { describe, expect, test } from "vitest";
import { isClaim, plainWords, toSearchQuery } from "@/lib/catalogue/search-query";

const festivals = [
  { name: "Diwali", sweets: [1, 2] },
  { name: "Raksha Bandhan", sweets: [3] },
];
const ask = (search: string) => toSearchQuery(search, festivals);
/** The words of the terms, with the facts that are as good. */
const terms = (search: string) =>
  ask(search).terms.map(({ words, ...facts }) => (Object.keys(facts).length > 0 ? { words, ...facts } : words));

describe("words", () => {
  test.each([
    ["KAJU   Katli", "katli kaju"],
    ["gajar ka halwa", "gajar halwa"],
    ["the best sweets for me", "best"],
    ["kaju-katli!!! 🍬", "katli kaju"],
    ["Anjeer/Badam.Roll (No.1)", "anjeer badam roll no 1"],
    ["100% kaju_ \\ '", "kaju 100"],
    ["the", "the"],
    ["ka ki", "ka ki"],
    ["kaju kaju", "kaju"],
    ["!!! 🍬 %", ""],
    ["a1 b2 c3 d4 e5 f6 g7 h8 i9 long", "long a1 b2 c3 d4 e5 f6 g7"],
    ["z".repeat(200), "z".repeat(200)],
    ["500 rupees", "rupees 500"],
    ["no 1", "no 1"],
    ["fresh milks", "fresh milks"],
    ["low sugar", "sugar low"],
    ["sug fre kaj", "sug fre kaj"],
  ])("%s: %s", (search, words) => {
    expect([plainWords(ask(search)), isClaim(ask(search))]).toEqual([words, false]);
  });

  test.each([
    [
      "काजू कतली",
      [
        ["काजू", "kaju"],
        ["कतली", "katli"],
      ],
    ],
    [
      "गाजर का हलवा",
      [
        ["गाजर", "gajar"],
        ["हलवा", "halva"],
      ],
    ],
    ["kaju कतली", [["कतली", "katli"], ["kaju"]]],
    [
      "चॉकलेट केक",
      [
        ["चॉकलेट", "chocolate"],
        ["केक", "cake"],
      ],
    ],
  ])("of another script are looked for in both: %s", (search, expected) => {
    expect(new Set(terms(search))).toEqual(new Set(expected));
  });
});

describe("facts", () => {
  test.each([
    ["250g", [{ words: ["250g"], grams: 250 }]],
    ["250 GRAMS", [{ words: ["250 grams"], grams: 250 }]],
    ["२५० ग्राम", [{ words: ["२५० ग्राम"], grams: 250 }]],
    ["1kg", [{ words: ["1kg"], grams: 1000 }]],
    ["1.5 kg", [{ words: ["1.5 kg"], grams: 1500 }]],
    ["half kilo", [{ words: ["half kilo"], grams: 500 }]],
    ["1/2 kg", [{ words: ["1/2 kg"], grams: 500 }]],
    ["12 pcs", [{ words: ["12 pcs"], pieces: 12 }]],
    ["kaju katli 250g", [["katli"], { words: ["250g"], grams: 250 }, ["kaju"]]],
    ["0 g", [["0"], ["g"]]],
    ["gift boxes", [{ words: ["gift box"], gift: true }]],
    ["giftbox", [{ words: ["giftbox"], gift: true }]],
    [
      "diwali gift",
      [
        { words: ["diwali"], ids: [1, 2] },
        { words: ["gift"], gift: true },
      ],
    ],
    ["Deepavali", [{ words: ["deepavali"], ids: [1, 2] }]],
    ["दिवाली", [{ words: ["दिवाली", "divali"], ids: [1, 2] }]],
    ["rakhi box", [{ words: ["rakhi"], ids: [3] }, ["box"]]],
    ["festive", [{ words: ["festive"], category: "Seasonal Specials", ids: [1, 2, 3] }]],
    ["birthday cake", [{ words: ["birthday"], category: "Cakes" }, ["cake"]]],
    ["gluten", [{ words: ["gluten"], allergen: "gluten|wheat" }]],
    ["tree nuts", [{ words: ["treenuts"], allergen: "[^o]nut" }]],
    ["dryfruits", [["dryfruits", "dry fruits"]]],
  ])("%s", (search, expected) => {
    expect(terms(search)).toEqual(expected);
    expect(isClaim(ask(search))).toBe(false);
  });
});

describe("what it must be free of", () => {
  const claims = (search: string) => {
    const { freeOf, vegetarian } = ask(search);
    return [...freeOf, ...(vegetarian ? ["vegetarian"] : [])].join(" ");
  };

  test.each([
    ["nut free", "nuts"],
    ["NUT-FREE!!", "nuts"],
    ["nutfree", "nuts"],
    ["tree nut free", "nuts"],
    ["free of nuts", "nuts"],
    ["free from nuts, milk and eggs", "nuts milk egg"],
    ["without nuts", "nuts"],
    ["w/o nuts", "nuts"],
    ["nuts without", "nuts"],
    ["without nuts or milk", "nuts milk"],
    ["no nuts no milk", "nuts milk"],
    ["nut and gluten free", "gluten nuts"],
    ["nut, gluten & milk free", "milk gluten nuts"],
    ["nut allergy", "nuts"],
    ["lactose intolerant", "milk"],
    ["dairy-free", "milk"],
    ["non dairy", "milk"],
    ["glutin free", "gluten"],
    ["wheat free", "gluten"],
    ["eggless", "egg"],
    ["egless", "egg"],
    ["no egg", "egg"],
    ["sugarfree", "sugar"],
    ["suger free", "sugar"],
    ["sugar fre", "sugar"],
    ["SUGARLESS", "sugar"],
    ["no sugar", "sugar"],
    ["no added sugar", "sugar"],
    ["no sugar added", "sugar"],
    ["zero sugar", "sugar"],
    ["free sugar", "sugar"],
    ["free nuts", "nuts"],
    ["allergic to nuts", "nuts"],
    ["no traces of nuts", "nuts"],
    ["not containing nuts", "nuts"],
    ["except nuts", "nuts"],
    ["bina chini", "sugar"],
    ["बिना चीनी", "sugar"],
    ["चीनी के बिना", "sugar"],
    ["शुगर फ्री", "sugar"],
    ["vegan", "milk egg honey gelatine vegetarian"],
    ["pure veg", "vegetarian"],
  ])("%s", (search, expected) => {
    expect([claims(search), plainWords(ask(search))]).toEqual([expected, ""]);
  });

  test.each([
    ["eggless chocolate cake", "egg", "chocolate cake"],
    ["sugar free kaju katli", "sugar", "katli kaju"],
    ["katli kaju free sugar", "sugar", "katli kaju"],
    ["without nuts barfi", "nuts", "barfi"],
    ["barfi without nuts", "nuts", "barfi"],
    ["cashew sugar free", "sugar", "cashew"],
    ["nut free sweets", "nuts", ""],
    ["non veg", "", "non veg"],
  ])("%s: %s beside %s", (search, expected, words) => {
    expect([claims(search), plainWords(ask(search))]).toEqual([expected, words]);
  });

  test("of what labels do not tell, nothing but a name may promise it", () => {
    expect(ask("fat free barfi")).toMatchObject({
      freeOf: [],
      undeclared: [{ substance: "fat", inName: "fat free" }],
      terms: [{ words: ["barfi"] }],
    });
    expect(ask("without glitter").undeclared).toEqual([{ substance: "glitter", inName: "glitter without" }]);
    expect(ask("free delivery").undeclared).toEqual([]);
  });
});
