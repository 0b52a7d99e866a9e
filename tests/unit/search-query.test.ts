// What a typed search asks for. What it finds: tests/domain/search.test.ts and search-facts.test.ts.
import { describe, expect, test } from "vitest";
import { substances } from "@/lib/catalogue/free-of";
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
    ["½ kg", [{ words: ["1/2 kg"], grams: 500 }]],
    ["¾kg", [{ words: ["3/4 kg"], grams: 750 }]],
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
    ["जन्मदिन", [{ words: ["जन्मदिन", "janmadin"], category: "Cakes" }]],
    ["birthday cake", [{ words: ["birthday"], category: "Cakes" }, ["cake"]]],
    ["gluten", [{ words: ["gluten"], allergen: "gluten|wheat" }]],
    ["tree nuts", [{ words: ["tree nuts"], allergen: "[^o]nut" }]],
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
    ["nut allergies", "nuts"],
    ["nuts allergi", "nuts"],
    ["nut intolerance", "nuts"],
    ["nut allergen free", "nuts"],
    ["nut-safe", "nuts"],
    ["can't eat nuts", "nuts"],
    ["can’t have any nuts", "nuts"],
    ["doesn't contain nuts", "nuts"],
    ["do not want nuts", "nuts"],
    ["exclude nuts", "nuts"],
    ["skip nuts", "nuts"],
    ["nuts: no", "nuts"],
    ["nuts no, milk no", "nuts milk"],
    ["nuts nahi", "nuts"],
    ["nuts mat", "nuts"],
    ["nothing with nuts", "nuts"],
    ["kaju nahi", "cashews"],
    ["without eggs nuts milk", "egg nuts milk"],
    ["no eggs nuts", "egg nuts"],
    ["no onion garlic", "onion garlic"],
    ["nut milk egg free", "egg milk nuts"],
    ["no sugar milk", "sugar milk"],
    ["no dry fruits", "nuts"],
    ["without dry-fruits", "nuts"],
    ["bina dry fruits ke", "nuts"],
    ["dry fruit free", "nuts"],
    ["ground nut free", "peanuts"],
    ["pea nut free", "peanuts"],
    ["soya bean free", "soy"],
    ["sulphur dioxide free", "sulphites"],
    ["अंडा रहित", "egg"],
    ["चीनी रहित", "sugar"],
    ["मूंगफली के बिना", "peanuts"],
    ["नट फ्री", "nuts"],
    ["नट्स फ्री", "nuts"],
    ["बिना मेवे", "nuts"],
    ["बिना घी", "milk"],
    ["बिना गुड़", "jaggery"],
    ["पनीर मुक्त", "milk"],
    ["आटा नहीं", "gluten"],
    ["शुगरफ्री", "sugar"],
    ["शुगर\u200dफ्री", "sugar"],
    ["without white sugar", "sugar"],
    ["no cane sugar", "sugar"],
    ["sugarfre", "sugar"],
    ["sugafree", "sugar"],
    ["sugarfreee", "sugar"],
    ["sugar freee", "sugar"],
    ["sugar fee", "sugar"],
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

  const negated = [
    "% free",
    "%-free",
    "no %",
    "without %",
    "bina %",
    "% ke bina",
    "% nahi",
    "% allergy",
    "cannot eat %",
    "% mukt",
  ];
  test.each(substances.map(({ name, typed }) => [name, typed] as const))(
    "%s by each of its words, with each negation",
    (name, typed) => {
      for (const word of typed.split(" "))
        for (const negation of negated) expect([word, claims(negation.replace("%", word))]).toEqual([word, name]);
    },
  );

  test.each(["custard", "bitter", "batter", "better", "dream", "money", "union", "besan"])(
    "%s is a word of its own, not a mistyped substance",
    (word) => expect(ask(`${word} free`)).toMatchObject({ freeOf: [], undeclared: [word] }),
  );

  test.each(["diwali nuts except my grandma", "i have an allergic child nuts", "milk and nuts free delivery"])(
    "a negative that is not understood beside a substance gives nothing up, and shows no allergens: %s",
    (search) => {
      const { freeOf, strict, terms } = ask(search);
      expect(strict || freeOf.length > 0).toBe(true);
      expect(terms.filter(({ allergen }) => allergen)).toEqual([]);
    },
  );

  test("of what labels do not tell, nothing but a name may promise it", () => {
    expect(ask("fat free barfi")).toMatchObject({
      freeOf: [],
      undeclared: ["fat"],
      terms: [{ words: ["barfi"] }],
    });
    expect(ask("without any glitter").undeclared).toEqual(["glitter"]);
    expect(ask("gram flour free")).toMatchObject({ freeOf: [], undeclared: ["gram flour"], terms: [] });
    expect(ask("strawberry allergy")).toMatchObject({ undeclared: ["strawberry"], terms: [] });
    expect(ask("allergic to strawberries")).toMatchObject({ undeclared: ["strawberries"] });
    expect(ask("भाँग के बिना").undeclared).toEqual(["भाँग"]);
    expect(ask("free delivery").undeclared).toEqual([]);
  });
});
